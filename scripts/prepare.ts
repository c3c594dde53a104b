import path from 'node:path';
import pg from 'pg';
import { EnvError, parseEnv, type Env } from '#platform/config/env';
import { type Registry, migrateJobs, syncQueues } from '#engine/operations';
import { migrate, MigrationRefused } from '#platform/process/migrate';
import { prepareRole } from '#platform/database/prepare-role';

export interface Preparation {
  /** Their queues exist before the first process that fills them. */
  readonly registry: Registry;
  /** Demo people and their requests; demo mode only. */
  readonly seed: (env: Env) => Promise<void>;
  /** Called with the settings before anybody is dialled. */
  readonly begins?: (env: Env) => void;
}

/** Brings the database to the state of this code. @returns the exit code; faults are one line each */
export async function prepare(
  source: Record<string, string | undefined>,
  { registry, seed, begins }: Preparation,
): Promise<number> {
  try {
    const env = parseEnv(source);
    begins?.(env);
    const { applied } = await migrateOn(env, registry, async () => {
      if (env.mode === 'demo') await seed(env);
    });
    if (applied.length > 0) console.log(`Migrated: ${applied.join(', ')}.`);
    return 0;
  } catch (error) {
    for (const line of linesOf(error)) console.error(line);
    return 1;
  }
}

/** Migrations, the queue's tables, the rights of the product's role, and a queue for every job. */
export const migrateOn = (
  env: Env,
  registry: Registry,
  afterwards: () => Promise<void> = () => Promise.resolve(),
): Promise<{ applied: string[] }> =>
  migrate(env.databaseOwnerUrl, {
    folder: path.resolve('migrations'),
    onWait: () => console.log('Waiting for another start to finish its migration.'),
    afterwards: async () => {
      await migrateJobs(env.databaseOwnerUrl);
      const { isMaster } = await prepareRole(env);
      if (isMaster && env.databaseOwnerUrl !== env.databaseDirectUrl) console.log(masterful);
      await makeQueues(env, registry);
      await afterwards();
    },
  });

const masterful =
  'DATABASE_DIRECT_URL is the owner of the tables, a member of its role or a superuser: triggers alone keep the audit log.';

async function makeQueues(env: Env, registry: Registry): Promise<void> {
  const pool = new pg.Pool({ connectionString: env.databaseOwnerUrl, max: 1 });
  try {
    await syncQueues({ pool }, registry);
  } finally {
    await pool.end();
  }
}

/** Never a connection string: it holds a password. */
function linesOf(error: unknown): string[] {
  if (error instanceof EnvError) return error.lines;
  if (error instanceof MigrationRefused) return [error.message];
  const { code, message } = error as { code?: string; message?: string };
  const reason = unreachable[code ?? ''];
  if (reason) return [`The database ${reason}.`];
  return [`The database could not be prepared: ${code ? `${code} ` : ''}${firstLine(message)}`];
}

const unreachable: Record<string, string> = {
  ECONNREFUSED: 'of DATABASE_URL does not answer (connection refused)',
  ENOTFOUND: 'of DATABASE_URL has a host that does not exist',
  CONNECTION_CLOSED: 'ended the connection. Start again',
  CONNECT_TIMEOUT: 'of DATABASE_URL does not answer (timeout)',
  ETIMEDOUT: 'of DATABASE_URL does not answer (timeout)',
  '28P01': 'refuses the password of DATABASE_URL',
  '28000': 'refuses the user of DATABASE_URL',
  '3D000': 'named by DATABASE_URL does not exist on that server',
  '53100': 'has no disk space left. Make room and start again',
};

const firstLine = (text = ''): string => text.split('\n')[0] ?? '';
