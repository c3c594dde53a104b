const safe = /^[a-z][a-z-]*(\/[0-9a-f-]{36})(\/[a-z][a-z0-9-]*)?$/;

/** Whether our own code made the key; an operator may keep other things in the same bucket. */
export const isStorageKey = (key: string): boolean => safe.test(key) && !key.startsWith('tmp/');

/** Refuses every key that our own code would not have made: no dots, no climbing, no names of users. */
export function checkedKey(key: string): string {
  if (!safe.test(key)) throw new Error('not a storage key');
  return key;
}
