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
