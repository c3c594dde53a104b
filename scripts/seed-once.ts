import pg from 'pg';
import type { Services } from '#platform/context';
import type { Env } from '#platform/env';
import { closeServices, openServices } from '#platform/services';

/**
 * Runs the seed on a database that has not had it. The mark is written last, so a killed seed runs again
 * and must find its own rows; callers hold the migration lock.
 */
export async function seedOnce(
  env: Env,
  seed: (services: Services) => Promise<void>,
): Promise<boolean> {
  const client = new pg.Client({ connectionString: env.databaseUrl });
  await client.connect();
  try {
    await client.query(
      'create table if not exists migrations.seed (id boolean primary key default true check (id), done_at timestamptz not null default now())',
    );
    if ((await client.query('select 1 from migrations.seed')).rowCount) return false;
    const services = openServices('seed', { ...env, LOG_LEVEL: 'warn' });
    try {
      await seed(services);
    } finally {
      await closeServices(services);
    }
    await client.query('insert into migrations.seed default values');
    return true;
  } finally {
    await client.end();
  }
}
