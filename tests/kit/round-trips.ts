import pg from 'pg';

export interface Counted<T> {
  readonly result: T;
  /** First words of each statement that went to the server, in order; BEGIN and COMMIT too. */
  readonly statements: readonly string[];
  /** Those of them that the server had to parse and plan anew: they carried no name. */
  readonly unprepared: readonly string[];
}

const textOf = (query: unknown): string =>
  typeof query === 'string' ? query : ((query as { text?: string }).text ?? 'another');

const short = (text: string): string => text.replace(/\s+/g, ' ').trim().slice(0, 120);

/**
 * Counts what `work` sends to the database, at the driver: one call of `pg.Client.query` is one round trip. Notices after
 * a commit are left out: nobody waits for them, and transactions share them.
 * Counts every connection of this process, so nothing else may run beside it.
 */
export async function countRoundTrips<T>(work: () => Promise<T>): Promise<Counted<T>> {
  const statements: string[] = [];
  const unprepared: string[] = [];
  const prototype = pg.Client.prototype as unknown as { query: (...given: unknown[]) => unknown };
  const real = prototype.query;
  prototype.query = function counted(this: pg.Client, ...given: unknown[]) {
    const text = short(textOf(given[0]));
    if ((given[0] as { name?: string }).name === 'notices') return real.apply(this, given);
    statements.push(text);
    const simple = /^(begin|commit|rollback)\b/i.test(text);
    if (!simple && !(given[0] as { name?: string }).name) unprepared.push(text);
    return real.apply(this, given);
  };
  try {
    return { result: await work(), statements, unprepared };
  } finally {
    prototype.query = real;
  }
}
