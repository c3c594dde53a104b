import path from 'node:path';
import { EnvError, parseEnv, type Env } from '#platform/env';
import { migrate, MigrationRefused } from '../migrations/migrate';
import * as jobs from '#platform/jobs';

/** Brings the database to the state of this code. @returns the exit code; faults are one line each */
export async function prepare(source: Record<string, string | undefined>): Promise<number> {
  try {
    const env = parseEnv(source);
    await migrateAll(env);
    return 0;
  } catch (error) {
    for (const line of linesOf(error)) console.error(line);
    return 1;
  }
}

async function migrateAll(env: Env): Promise<void> {
  const { applied } = await migrate(env.databaseUrl, {
    folder: path.resolve('migrations'),
    onWait: () => console.log('Waiting for another start to finish its migration.'),
    afterwards: async () =>
      (jobs as { migrateJobs?: (url: string) => Promise<void> }).migrateJobs?.(env.databaseUrl),
  });
  if (applied.length > 0) console.log(`Migrated: ${applied.join(', ')}.`);
}

/** Never a connection string: it holds a password. */
function linesOf(error: unknown): string[] {
  if (error instanceof EnvError) return error.lines;
  if (error instanceof MigrationRefused) return [error.message];
  const { code, message } = error as { code?: string; message?: string };
  const reason = unreachable[code ?? ''];
  if (reason) return [`The database of DATABASE_URL ${reason}.`];
  return [`The database could not be prepared: ${code ? `${code} ` : ''}${firstLine(message)}`];
}

const unreachable: Record<string, string> = {
  ECONNREFUSED: 'does not answer (connection refused)',
  ENOTFOUND: 'has a host that does not exist',
  ETIMEDOUT: 'does not answer (timeout)',
  '28P01': 'refuses the password',
  '28000': 'refuses the user',
  '3D000': 'does not exist on that server',
  '53100': 'has no disk space left',
};

const firstLine = (text = ''): string => text.split('\n')[0] ?? '';
