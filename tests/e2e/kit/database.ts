import { readFileSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { secretsOf } from '../../../scripts/lib/secrets.mjs';

/** Asks the database of the run's product: for what no page shows, and for time that has passed. */
export async function query<Row extends pg.QueryResultRow>(
  statement: string,
  values: readonly unknown[] = [],
): Promise<Row[]> {
  const dataDir = process.env.E2E_DATA_DIR!;
  const pidFile = readFileSync(path.join(dataDir, 'postgres', 'postmaster.pid'), 'utf8');
  const client = new pg.Client({
    host: '127.0.0.1',
    port: Number(pidFile.split('\n')[3]),
    user: 'postgres',
    password: secretsOf(dataDir).POSTGRES_PASSWORD,
    database: 'clinic',
  });
  await client.connect();
  try {
    return (await client.query<Row>(statement, [...values])).rows;
  } finally {
    await client.end();
  }
}

/** The clocks of flows are due, of those whose ids the SQL `flows` gives: the worker finds them within a second. */
export const clockComes = (flows: string, values: readonly unknown[]): Promise<unknown> =>
  query(
    `with moved as (
       update flow.timer set fire_at = platform.now() - interval '1 minute' where instance_id in (${flows}) returning token)
     update pgboss.job set start_after = pgboss.job_now()
      where name = 'flow.timer' and state = 'created' and id in (select token from moved)`,
    values,
  );
