import type pg from 'pg';
import type { Services } from '#platform/context';
import { openDatabase } from '#platform/database/db';
import { syncQueues } from '#engine/operations';
import { createLogger } from '#platform/observability/log';
import { exchange } from '../../../scripts/repair-exchange';
import { registry } from '../../../workflows/registry';
import { makePeople, type People } from './people';

/** Roles whose statements are counted apart, queues, `count` patients, and the list of clinics; `count` 0: nobody. */
export async function prepare(pool: pg.Pool, url: string, count: number): Promise<People> {
  await pool.query('create extension pg_stat_statements');
  for (const role of ['web', 'worker'])
    await pool.query(`create role ${role} superuser login password 'bench'`);
  await syncQueues({ pool }, registry);
  const people = count > 0 ? await makePeople(pool, count) : { patients: [], clinic: '' };
  const database = openDatabase({ url, poolSize: 4, onError: () => undefined });
  const log = createLogger('error', 'bench');
  await exchange(
    { database, eventSteps: [], log } as unknown as Services,
    ['rebuild'],
    () => undefined,
  );
  await database.close();
  await pool.query('vacuum analyze');
  return people;
}

/** The same database as another role of it. */
export function urlOf(url: string, role: string): string {
  const own = new URL(url);
  own.username = role;
  return own.toString();
}
