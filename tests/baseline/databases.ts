import pg from 'pg';
import { afterAll } from 'vitest';
import { createTestDatabase } from '../kit/database';

export interface EmptyDatabase {
  readonly url: string;
  /** Of one connection, so that a transaction may begin and end by statements of its own. */
  readonly pool: pg.Pool;
}

/** Makes databases without a table, which go with the tests of the file. */
export function emptyDatabases(): () => Promise<EmptyDatabase> {
  const ends: Array<() => Promise<void>> = [];
  afterAll(async () => {
    for (const end of ends) await end();
  });
  return async () => {
    const { url, drop } = await createTestDatabase('template0');
    const pool = new pg.Pool({ connectionString: url, max: 1 });
    ends.push(async () => {
      await pool.end();
      await drop();
    });
    return { url, pool };
  };
}

/** The migrations that a database has noted, in their order. */
export const notedIn = async (pool: pg.Pool): Promise<unknown[]> =>
  (await pool.query('select name, hash from migrations.step order by position')).rows;
