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
  /** How often somebody waited: what is sent while an answer is awaited takes no trip of its own. */
  readonly trips: number;
  /** Those of them that the server had to parse and plan anew: they carried no name. */
  readonly unprepared: readonly string[];
}

/** After a commit; nobody waits for it. */
const noticesName = 'notices';

const sentBy = (query: unknown): Sent =>
  typeof query === 'string'
    ? { text: query }
    : { ...(query as { name?: string }), text: (query as { text?: string }).text ?? 'another' };

const short = (text: string): string => text.replace(/\s+/g, ' ').trim().slice(0, 120);

/**
 * What `work` sends to the database, at the driver. Of every connection of this process, so nothing else may run beside it.
 */
export async function recordStatements<T>(
  work: () => Promise<T>,
): Promise<{ result: T; sent: readonly Sent[]; trips: number }> {
  const sent: Sent[] = [];
  let [trips, awaited] = [0, 0];
  const prototype = pg.Client.prototype as unknown as { query: (...given: unknown[]) => unknown };
  const real = prototype.query;
  prototype.query = function recorded(this: pg.Client, ...given: unknown[]) {
    const statement = sentBy(given[0]);
    sent.push(statement);
    if (statement.name === noticesName) return real.apply(this, given);
    if (awaited === 0) trips += 1;
    awaited += 1;
    const answered = () => void (awaited -= 1);
    const at = given.findIndex((each) => typeof each === 'function');
    if (at < 0) {
      const answer = real.apply(this, given) as Promise<unknown>;
      // Before whoever awaits it sends the next one.
      void answer.then(answered, answered);
      return answer;
    }
    const callback = given[at] as (...answer: unknown[]) => unknown;
    const heard = (...answer: unknown[]) => {
      answered();
      return callback(...answer);
    };
    return real.apply(this, given.with(at, heard));
  };
  try {
    return { result: await work(), sent, trips };
  } finally {
    prototype.query = real;
  }
}

/** Memory of settings and of words of the site runs out after two seconds in tests, wherever that falls on a slow machine. */
const ofCache = /from "platform"\."setting"$|from "content"\."entry"$/;

/**
 * Counts what `work` sends to the database. Notices after a commit are left out: nobody waits for them, and transactions
 * share them. So are settings and words of the site, which all requests of some seconds share.
 */
export async function countRoundTrips<T>(work: () => Promise<T>): Promise<Counted<T>> {
  const { result, sent, trips } = await recordStatements(work);
  const noted = sent.filter(({ name }) => name !== noticesName);
  const counted = noted.filter(({ text }) => !ofCache.test(short(text)));
  const statements = counted.map(({ text }) => short(text));
  const isSimple = (text: string) => /^(begin|commit|rollback)\b/i.test(text);
  const unprepared = counted.filter(({ name }) => !name).map(({ text }) => short(text));
  return {
    ...{ result, statements },
    trips: trips - (noted.length - counted.length),
    unprepared: unprepared.filter((text) => !isSimple(text)),
  };
}
