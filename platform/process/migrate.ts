import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { sql } from 'drizzle-orm';
import { withOneShotDb, type OneShotDb } from '../database/one-shot-db';
import { restoreMark } from './restored';

/** A database that this code must not touch; the message is one clear line. */
export class MigrationRefused extends Error {}

export interface MigrateOptions {
  /** Holds `baseline.sql`, `baseline.json`, the .sql files after them and `meta/_journal.json` of drizzle-kit. */
  folder: string;
  /** Called once when another process is migrating the same database. */
  onWait?: () => void;
  /**
   * The last migration to run, none before the baseline's own; all of them by default. Of a restore, which loads rows as
   * the backup has them.
   */
  until?: string;
  /** Runs after the files and under the same lock: the queue's own schema. */
  afterwards?: () => Promise<void>;
}

/** What the database notes of a migration. */
export interface Step {
  readonly name: string;
  /** sha-256 of its file, hexadecimal. */
  readonly hash: string;
}

/** Migrations that a new database begins with as one, and that every other one must have. */
export interface Baseline {
  /** In their order; their files are gone. */
  readonly steps: readonly Step[];
  /** A commit whose build runs them one by one, to the end. */
  readonly build: string;
}

/** Any number, the same in every process of ours. Whoever holds it keeps every migration away. */
export const migrationLock = 7_203_114;

/** The name and the hash of the file that the database had last. */
export const lastMigration =
  'select name, hash from migrations.step order by position desc limit 1';

const baselineFile = 'baseline.sql';

/** What `baseline.sql` stands for, by `baseline.json`. */
export function readBaseline(folder: string): Baseline {
  const { build, steps } = JSON.parse(readFileSync(path.join(folder, 'baseline.json'), 'utf8')) as {
    build: string;
    steps: Readonly<Record<string, string>>;
  };
  return { build, steps: Object.entries(steps).map(([name, hash]) => ({ name, hash })) };
}

/** All migrations that a database of this code has noted, in their order. */
export const readSteps = (folder: string): Step[] => [
  ...readBaseline(folder).steps,
  ...readFiles(folder).map(({ name, hash }) => ({ name, hash })),
];

/** In the order of the index of drizzle-kit. */
function readFiles(folder: string): Array<Step & { statements: string[] }> {
  const index = JSON.parse(readFileSync(path.join(folder, 'meta/_journal.json'), 'utf8')) as {
    entries: Array<{ idx: number; tag: string }>;
  };
  const known = new Set([baselineFile, ...index.entries.map(({ tag }) => `${tag}.sql`)]);
  const stray = readdirSync(folder).find((file) => file.endsWith('.sql') && !known.has(file));
  if (stray) throw new MigrationRefused(`migrations/${stray} is not in the journal.`);
  return index.entries
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
 * What runs as one transaction, with its records: the baseline, or one file after it.
 *
 * @param until as in {@link MigrateOptions}
 * @throws MigrationRefused when nothing of this folder ends there
 */
function readParts(folder: string, until: string | undefined): Part[] {
  const { steps } = readBaseline(folder);
  const statements = [readFileSync(path.join(folder, baselineFile), 'utf8')];
  const files = readFiles(folder).map((file) => ({ steps: [file], statements: file.statements }));
  const parts: Part[] = [{ steps, statements }, ...files];
  if (!until) return parts;
  const end = parts.findIndex((part) => part.steps.at(-1)!.name === until);
  if (end < 0) throw new MigrationRefused(`No database of this version ends at ${until}.`);
  return parts.slice(0, end + 1);
}

interface Part {
  readonly steps: readonly Step[];
  readonly statements: readonly string[];
}

/**
 * Brings a database to the state of this code. The baseline and each file after it is one transaction together with its
 * record, so a killed run goes on where it stopped; an advisory lock lets one process do it while others wait.
 *
 * @returns the last migration of each transaction
 * @throws MigrationRefused for a database that other code has migrated, or that is older than the baseline
 */
export async function migrate(
  url: string,
  { folder, onWait, until, afterwards }: MigrateOptions,
): Promise<{ applied: string[] }> {
  const parts = readParts(folder, until);
  // The end of the session is the end of the lock.
  return withOneShotDb(
    url,
    async (db) => {
      await refuseOld(db);
      const session = await lock(db, onWait);
      const done = await appliedSteps(db);
      refuseOther(
        parts.flatMap(({ steps }) => steps),
        done,
      );
      refuseEarlier(readBaseline(folder), done);
      const noted = new Set(done.map(({ name }) => name));
      const missing = parts.filter(({ steps }) => !noted.has(steps.at(-1)!.name));
      for (const part of missing) await apply(db, session, part);
      await afterwards?.();
      return { applied: missing.map(({ steps }) => steps.at(-1)!.name) };
    },
    unlimited,
  );
}

/** Its role may be limited for its daily work; a migration takes the time it takes, and so does waiting for another. */
const unlimited = {
  limits: { statement_timeout: 0, lock_timeout: 0, idle_in_transaction_session_timeout: 0 },
};

/** The oldest whose servers this product was run on; SQL and the queue need what it brings. */
const oldestPostgres = 15;

async function refuseOld(db: OneShotDb): Promise<void> {
  const [server] = await db.execute<{ server_version_num: string }>(sql`show server_version_num`);
  const major = Math.floor(Number(server!.server_version_num) / 10_000);
  if (major < oldestPostgres)
    throw new MigrationRefused(
      `The database is PostgreSQL ${major}; this product needs ${oldestPostgres} or newer.`,
    );
}

/** @returns the session that holds the lock */
async function lock(db: OneShotDb, onWait?: () => void): Promise<number> {
  const [tried] = await db.execute<{ got: boolean }>(
    sql`select pg_try_advisory_lock(${migrationLock}) as got`,
  );
  if (!tried!.got) {
    onWait?.();
    await db.execute(sql`select pg_advisory_lock(${migrationLock})`);
  }
  return sessionOf(db);
}

const sessionOf = async (db: Pick<OneShotDb, 'execute'>): Promise<number> =>
  (await db.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`))[0]!.pid;

const records = sql`create table if not exists migrations.step (
  position serial primary key, name text not null unique, hash text not null,
  applied_at timestamptz not null default now())`;

async function appliedSteps(db: OneShotDb): Promise<Step[]> {
  await db.execute(sql`create schema if not exists migrations`);
  await db.execute(records);
  await db.execute(sql.raw(restoreMark));
  return [
    ...(await db.execute<{ name: string; hash: string }>(
      sql`select name, hash from migrations.step order by position`,
    )),
  ];
}

function refuseOther(steps: readonly Step[], done: readonly Step[]): void {
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

function refuseEarlier(baseline: Baseline, done: readonly Step[]): void {
  if (done.length === 0 || done.length >= baseline.steps.length) return;
  throw new MigrationRefused(
    `The database is at migration ${done.at(-1)!.name}; this version begins at ${baseline.steps.at(-1)!.name}. ` +
      `Start the build of commit ${baseline.build} on it first, then this one.`,
  );
}

/** The driver connects anew without a word; a session without the lock must change nothing. */
async function apply(db: OneShotDb, session: number, { steps, statements }: Part): Promise<void> {
  await db.transaction(async (tx) => {
    if ((await sessionOf(tx)) !== session)
      throw new MigrationRefused('The connection to the database was lost. Start again.');
    for (const statement of statements) await tx.execute(sql.raw(statement));
    const rows = steps.map(({ name, hash }) => sql`(${name}, ${hash})`);
    await tx.execute(
      sql`insert into migrations.step (name, hash) values ${sql.join(rows, sql`, `)}`,
    );
  });
}
