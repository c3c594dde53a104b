import os from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { seconds } from '#platform/base/duration';
import { exitInTime } from '#platform/base/stop-times';
import { type CourierEnv, readCourierEnv } from '#platform/config/env';
import { isGuardedConnection } from '#platform/config/guarded-connection';
import { openDatabase } from '#platform/database/db';
import { saysAway } from '#platform/database/read-copy';
import { recordRefusal } from '#platform/metrics/guarded-egress';
import { openOpsAt } from '#platform/metrics/metrics';
import { endOnFault } from '#platform/observability/end-on-fault';
import { createLogger } from '#platform/observability/log';
import { addressOf } from '#platform/ports/egress/address';
import { guardEgress, onRefusal } from '#platform/ports/egress/guard';
import { isPublicAddress } from '#platform/ports/egress/range';
import { isHeld } from '#platform/process/restored';
import { type CourierServices, startCourier } from './deliver';
import { identityOf } from './push';

/** It works with one connection at a time; the second one is for what watches it. */
const poolSize = 2;

function openCourier(env: CourierEnv): CourierServices {
  const log = createLogger(env.LOG_LEVEL, 'courier');
  const database = openDatabase({
    url: env.COURIER_DATABASE_URL,
    poolSize,
    prepare: env.DATABASE_PREPARED_STATEMENTS === 'on',
    onError: (error) => log.warn({ err: error }, 'database.connection-lost'),
  });
  if (!isGuardedConnection(env.COURIER_DATABASE_URL)) log.warn('database.connection-in-the-clear');
  return { log, database, keys: env.COURIER_CIPHER_KEYS, push: identityOf(env) };
}

/**
 * From now on this process connects to its database and to port 443 of public addresses, and to nothing else: below
 * whatever the code above asks for, and by the address that a socket is given, never by a name.
 */
function guard(services: CourierServices, { COURIER_DATABASE_URL: connectionString }: CourierEnv) {
  const { host, port } = new pg.Client({ connectionString });
  const database = host.startsWith('/') ? `${host}/.s.PGSQL.${port}` : addressOf(host, port);
  onRefusal(({ to, port: asked, error }) =>
    recordRefusal(services, { to, port: asked, err: error }),
  );
  guardEgress([database], (address, asked) => asked === 443 && isPublicAddress(address));
}

/** Nothing leaves a database that came out of a backup before the operator opens it. */
async function openedOnceKnown(services: CourierServices): Promise<void> {
  for (let said = false; ; said = true) {
    const held = await isHeld(services).catch((error: unknown) => {
      if (!saysAway(error)) throw error;
      return true;
    });
    if (!held) return;
    if (!said)
      services.log.warn('courier waits: the database is away, or was restored and not opened');
    await sleep(seconds(1));
  }
}

/** The courier: the one process that dials addresses which customers name. Runs until SIGTERM or SIGINT. */
export async function main(): Promise<void> {
  const env = readCourierEnv();
  const services = openCourier(env);
  endOnFault(services.log);
  os.setPriority(Math.max(os.getPriority(), 5));
  guard(services, env);
  const closeOps = await openOpsAt(services, { port: env.COURIER_OPS_PORT, host: env.HOST });
  const ended = new Promise<string>((resolve) => {
    process.once('SIGTERM', resolve);
    process.once('SIGINT', resolve);
  });
  const opened = await Promise.race([openedOnceKnown(services), ended]);
  const courier = opened === undefined ? startCourier(services) : null;
  if (courier) services.log.info('courier ready');
  const signal = await ended;
  services.log.info({ signal }, 'courier stops');
  exitInTime();
  await courier?.stop();
  closeOps();
  await services.database.close();
}
