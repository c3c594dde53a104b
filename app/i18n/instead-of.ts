/** A choice that is no longer on offer has no text any more. */
export const mayBeMissing = (key: string): boolean => key.startsWith('catalogue.');

/** Stands in for a message that is missing: such a choice still reads as words, not as its key. */
export const insteadOf = (key: string): string =>
  mayBeMissing(key) ? key.slice(key.lastIndexOf('.') + 1).replaceAll('-', ' ') : key;
