import path from 'node:path';
import type { EventStep, Services } from '../context';
import { nothingBeside } from './in-background';
import { openDatabase, type DatabaseOptions } from '../database/db';
import { recordRefusal } from '../metrics/guarded-egress';
import { readEnv, type Env } from '../config/env';
import { openFileWork } from '../files/file-work';
import { isGuardedConnection } from '../config/guarded-connection';
import { endListening } from './listen';
import { createLogger } from '../observability/log';
import { openPorts } from '../ports/open';

/** What the settings say of the database's connections. */
export const databaseOptions = (env: Env): Omit<DatabaseOptions, 'onError'> => ({
  url: env.databaseUrl,
  directUrl: env.databaseDirectUrl,
  readUrl: env.databaseReadUrl,
  throughPooler: env.throughPooler,
  poolSize: env.DATABASE_POOL_SIZE,
  prepare: env.DATABASE_PREPARED_STATEMENTS === 'on',
});

const addressesOf = (env: Env): string[] =>
  [env.databaseUrl, env.databaseDirectUrl, env.databaseOwnerUrl, env.databaseReadUrl].filter(
    (url) => url !== null,
  );

/** Everything a process is made of, from its settings. Connects when first asked to: it never waits for the database. */
export function openServices(
  processName: string,
  eventSteps: readonly EventStep[],
  env: Env = readEnv(),
): Services {
  const log = createLogger(env.LOG_LEVEL, processName);
  const database = openDatabase({
    ...databaseOptions(env),
    onError: (error) => log.warn({ err: error }, 'database.connection-lost'),
  });
  if (env.mode === 'production' && !addressesOf(env).every(isGuardedConnection))
    log.warn('database.connection-in-the-clear');
  const fileWork = openFileWork({
    entry: path.resolve('build/server/file-work.js'),
    log,
    onDialled: () => recordRefusal({ database, log }, { by: 'file-work' }),
  });
  return { env, log, database, eventSteps, ports: openPorts(env), fileWork };
}

/** Closes what {@link openServices} opened; waits for connections in use. */
export async function closeServices(services: Services): Promise<void> {
  endListening(services);
  await services.fileWork.close();
  await services.ports.mailer.close();
  await nothingBeside(services);
  await services.database.close();
}
