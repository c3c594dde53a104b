import type { Db } from './db';

/**
 * A query whose text is put together once per connection or pool in place of each time, for those that nearly every
 * request sends; its values are placeholders.
 */
export function preparedQuery<Q>(prepare: (db: Db) => Q): (db: Db) => Q {
  const known = new WeakMap<Db, Q>();
  return (db) => {
    const found = known.get(db) ?? prepare(db);
    known.set(db, found);
    return found;
  };
}
