import pg from 'pg';
import type { Services } from '#platform/context';
import type { Env } from '#platform/config/env';
import { eventSteps } from '../workflows/reactions/index';
import { closeServices, openServices } from '#platform/process/services';

export interface Seed {
  /** Rises whenever the seed makes more than before; older demos then get what is new. */
  readonly edition: number;
  /** Must find its own rows: a killed seed and a new edition run it again. */
  readonly run: (services: Services) => Promise<void>;
}

/**
 * Runs the seed on a database that has not had this edition. The mark is written last. Callers hold the
 * migration lock.
 *
 * @returns whether it ran
 */
export async function seedOnce(env: Env, { edition, run }: Seed): Promise<boolean> {
  const client = new pg.Client({ connectionString: env.databaseOwnerUrl });
  await client.connect();
  try {
    await client.query(marks);
    const known = 'select 1 from migrations.seed where edition >= $1';
    if ((await client.query(known, [edition])).rowCount) return false;
    const services = openServices('seed', eventSteps, { ...env, LOG_LEVEL: 'warn' });
    try {
      await run(services);
    } finally {
      await closeServices(services);
    }
    await client.query(
      `insert into migrations.seed (edition) values ($1)
       on conflict (id) do update set edition = excluded.edition, done_at = now()`,
      [edition],
    );
    return true;
  } finally {
    await client.end();
  }
}

/** Makes the place where it is noted that the demo was made, as far as it is missing. */
export async function makeSeedMark({ databaseOwnerUrl }: Env): Promise<void> {
  const client = new pg.Client({ connectionString: databaseOwnerUrl });
  await client.connect();
  try {
    await client.query(marks);
  } finally {
    await client.end();
  }
}

const marks = `
  create table if not exists migrations.seed (
    id boolean primary key default true check (id), done_at timestamptz not null default now());
  alter table migrations.seed add column if not exists edition integer not null default 1`;
