import { DrizzleQueryError } from 'drizzle-orm';
import { drizzle, type PostgresJsDatabase } from 'drizzle-orm/postgres-js';
import pg from 'pg';
import postgres, { type Sql } from 'postgres';

/** Drizzle over the one session of a command. Web and worker never see it: they live on `Db`. */
export type OneShotDb = PostgresJsDatabase;

export interface OneShotOptions {
  /** Limits of the session, as the server names them, in milliseconds; 0 for none. By default those of its role. */
  limits?: Readonly<Record<string, number>>;
}

/**
 * Runs `work` on one session that ends with it, through postgres.js: for commands that start, do one thing and end
 * (decision 3). Errors are the driver's own; Drizzle's repeat the statement with its values.
 */
export async function withOneShotDb<T>(
  url: string,
  work: (db: OneShotDb) => Promise<T>,
  { limits = {} }: OneShotOptions = {},
): Promise<T> {
  // As text: the driver leaves out a nought.
  const settings = Object.entries(limits).map(([name, ms]) => [name, String(ms)]);
  const client = openSession(url, Object.fromEntries(settings));
  try {
    return await work(drizzle(client));
  } catch (error) {
    throw error instanceof DrizzleQueryError && error.cause ? error.cause : error;
  } finally {
    await client.end({ timeout: 5 });
  }
}

/**
 * The one session of a command, of the driver that streams COPY: `begin` gives it to a transaction. Its maker ends it.
 *
 * @param settings of the session, as the server names them
 */
export const openSession = (url: string, settings: Readonly<Record<string, string>>): Sql =>
  postgres({
    ...placeOf(url),
    max: 1,
    prepare: false,
    connect_timeout: 10,
    // One session for as long as the work takes: it may hold an advisory lock.
    idle_timeout: 0,
    max_lifetime: null,
    fetch_types: false,
    onnotice: () => undefined,
    connection: settings,
  });

/** The address as `pg` reads it, so that one DATABASE_URL means one thing: postgres.js verifies no `sslmode=require`. */
function placeOf(connectionString: string) {
  const { host, port, user, database, password, ssl } = new pg.Client({ connectionString });
  return { host, port, user, database, password: password ?? '', ssl };
}
