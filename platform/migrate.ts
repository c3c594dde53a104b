import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';

/** A database that this code must not touch; the message is one clear line. */
export class MigrationRefused extends Error {}

export interface MigrateOptions {
  /** Holds the .sql files and `meta/_journal.json` of drizzle-kit. */
  folder: string;
  /** Called once when another process is migrating the same database. */
  onWait?: () => void;
  /** Runs after the files and under the same lock: the queue's own schema. */
  afterwards?: () => Promise<void>;
}

interface Step {
  name: string;
  hash: string;
  statements: string[];
}

/** Any number, the same in every process of ours. */
const lockKey = 7_203_114;

/** In the order of the journal. */
export function readSteps(folder: string): Step[] {
  const journal = JSON.parse(readFileSync(path.join(folder, 'meta/_journal.json'), 'utf8')) as {
    entries: Array<{ idx: number; tag: string }>;
  };
  const known = new Set(journal.entries.map(({ tag }) => `${tag}.sql`));
  const stray = readdirSync(folder).find((file) => file.endsWith('.sql') && !known.has(file));
  if (stray) throw new MigrationRefused(`migrations/${stray} is not in the journal.`);
  return journal.entries
    .sort((a, b) => a.idx - b.idx)
    .map(({ tag }) => {
      const sql = readFileSync(path.join(folder, `${tag}.sql`), 'utf8');
      return {
        name: tag,
        hash: createHash('sha256').update(sql).digest('hex'),
        statements: sql.split('--> statement-breakpoint').filter((part) => part.trim() !== ''),
      };
    });
}

/**
 * Brings a database to the state of this code. Each file is one transaction together with its record, so
 * a killed run goes on where it stopped; an advisory lock lets one process do it while others wait.
 * Throws {@link MigrationRefused} for a database that other code has migrated.
 */
export async function migrate(
  url: string,
  { folder, onWait, afterwards }: MigrateOptions,
): Promise<{ applied: string[] }> {
  const steps = readSteps(folder);
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  client.on('error', () => undefined);
  await client.connect();
  try {
    await lock(client, onWait);
    const done = await appliedSteps(client);
    refuseOther(steps, done);
    const missing = steps.slice(done.length);
    for (const step of missing) await apply(client, step);
    await afterwards?.();
    return { applied: missing.map(({ name }) => name) };
  } finally {
    // Ends the session and with it the lock.
    await client.end();
  }
}

async function lock(client: pg.Client, onWait?: () => void): Promise<void> {
  const { rows } = await client.query<{ got: boolean }>('select pg_try_advisory_lock($1) as got', [
    lockKey,
  ]);
  if (rows[0]?.got) return;
  onWait?.();
  await client.query('select pg_advisory_lock($1)', [lockKey]);
}

async function appliedSteps(client: pg.Client): Promise<Array<{ name: string; hash: string }>> {
  await client.query('create schema if not exists migrations');
  await client.query(`create table if not exists migrations.step (
    position serial primary key, name text not null unique, hash text not null,
    applied_at timestamptz not null default now())`);
  const { rows } = await client.query<{ name: string; hash: string }>(
    'select name, hash from migrations.step order by position',
  );
  return rows;
}

function refuseOther(steps: Step[], done: Array<{ name: string; hash: string }>): void {
  done.forEach(({ name, hash }, position) => {
    const step = steps[position];
    if (!step) {
      throw new MigrationRefused(
        `The database is newer than this version (it has migration ${name}). Start the newer version.`,
      );
    }
    if (step.name !== name || step.hash !== hash) {
      throw new MigrationRefused(
        `The database was migrated by other code (migration ${name} differs). Use another database or DATA_DIR.`,
      );
    }
  });
}

async function apply(client: pg.Client, { name, hash, statements }: Step): Promise<void> {
  await client.query('begin');
  try {
    for (const statement of statements) await client.query(statement);
    await client.query('insert into migrations.step (name, hash) values ($1, $2)', [name, hash]);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw error;
  }
}
