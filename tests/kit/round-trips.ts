import pg from 'pg';

/** A statement as it went to the server. */
interface Sent {
  readonly text: string;
  /** Under which it is prepared. */
  readonly name?: string;
}

export interface Counted<T> {
  readonly result: T;
  /** First words of each statement that went to the server, in order; BEGIN and COMMIT too. */
  readonly statements: readonly string[];
  /** Those of them that the server had to parse and plan anew: they carried no name. */
  readonly unprepared: readonly string[];
}

const sentBy = (query: unknown): Sent =>
  typeof query === 'string'
    ? { text: query }
    : { ...(query as { name?: string }), text: (query as { text?: string }).text ?? 'another' };

const short = (text: string): string => text.replace(/\s+/g, ' ').trim().slice(0, 120);

/**
 * What `work` sends to the database, at the driver: one call of `pg.Client.query` is one round trip.
 * Of every connection of this process, so nothing else may run beside it.
 */
export async function recordStatements<T>(
  work: () => Promise<T>,
): Promise<{ result: T; sent: readonly Sent[] }> {
  const sent: Sent[] = [];
  const prototype = pg.Client.prototype as unknown as { query: (...given: unknown[]) => unknown };
  const real = prototype.query;
  prototype.query = function recorded(this: pg.Client, ...given: unknown[]) {
    sent.push(sentBy(given[0]));
    return real.apply(this, given);
  };
  try {
    return { result: await work(), sent };
  } finally {
    prototype.query = real;
  }
}

/**
 * Counts what `work` sends to the database. Notices after a commit are left out: nobody waits for them, and transactions
 * share them.
 */
export async function countRoundTrips<T>(work: () => Promise<T>): Promise<Counted<T>> {
  const { result, sent } = await recordStatements(work);
  const counted = sent.filter(({ name }) => name !== 'notices');
  const statements = counted.map(({ text }) => short(text));
  const isSimple = (text: string) => /^(begin|commit|rollback)\b/i.test(text);
  const unprepared = counted.filter(({ name }) => !name).map(({ text }) => short(text));
  return { result, statements, unprepared: unprepared.filter((text) => !isSimple(text)) };
}
