import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setImmediate } from 'node:timers/promises';
import type { TransactionSql } from 'postgres';
import { openSession } from './one-shot-db';

/** One transaction that reads or writes whole tables as the text of COPY, which is the same in every version. */
export interface CopySession {
  query<R extends object>(
    text: string,
    values?: readonly (string | number | boolean | null)[],
  ): Promise<R[]>;
  /** What `copy … to stdout` says, as fast as it is read. */
  copyOut(text: string): Promise<Readable>;
  /** Feeds `copy … from stdin`. Throws when the source fails or the server refuses what it says. */
  copyIn(text: string, source: AsyncIterable<Uint8Array>): Promise<void>;
}

/** `snapshot` sees the moment of its first statement for as long as it lasts, and writes nothing. */
const kinds = {
  snapshot: 'isolation level repeatable read read only',
  load: 'isolation level read committed read write',
} as const;

/** No limit: tables are as long as they are. The rest makes values of any server read alike. */
const settings = {
  statement_timeout: '0',
  lock_timeout: '0',
  idle_in_transaction_session_timeout: '0',
  client_encoding: 'UTF8',
  DateStyle: 'ISO',
  IntervalStyle: 'postgres',
  TimeZone: 'UTC',
  extra_float_digits: '1',
  bytea_output: 'hex',
};

/** Runs `work` in one transaction of a session of its own; a session that is lost ends both. */
export async function withCopySession<T>(
  url: string,
  kind: keyof typeof kinds,
  work: (session: CopySession) => Promise<T>,
): Promise<T> {
  const client = openSession(url, settings);
  try {
    return (await client.begin(kinds[kind], (sql) => work(sessionOn(sql)))) as T;
  } finally {
    await client.end({ timeout: 5 });
  }
}

const sessionOn = (sql: TransactionSql): CopySession => ({
  query: async <R extends object>(
    text: string,
    values: readonly (string | number | boolean | null)[] = [],
  ) => [...(await sql.unsafe<R[]>(text, [...values]))] as R[],
  copyOut: async (text) => {
    const out = await sql.unsafe(text).readable();
    // The driver stops its socket when nobody reads, and does not start it again where the table ends meanwhile.
    return out.once('end', () => out._read(0));
  },
  copyIn: async (text, source) => {
    const sink = await sql.unsafe(text).writable();
    sink.on('error', () => undefined);
    await pipeline(source, sink, { end: false }).catch(async (error: Error) => {
      // What the source did not finish is taken back; until then the session takes no other word.
      sink.destroy(error);
      await setImmediate();
      throw error;
    });
    await new Promise<void>((resolve, reject) => {
      sink.write(Buffer.alloc(0), (error) => (error ? reject(error) : resolve()));
    });
    sink.end();
    // The driver does not report a refusal that comes after the last byte: the next statement hears of it.
    await setImmediate();
    await sql.unsafe('select 1');
  },
});
