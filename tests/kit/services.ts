import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { inject } from 'vitest';
import { anonymous, type Actor } from '#platform/base/actor';
import { createContext, type Ctx, type Services } from '#platform/context';
import { openDatabase } from '#platform/database/db';
import { seconds } from '#platform/base/duration';
import { openFileWork, type FileWorkOptions } from '#platform/files/file-work';
import { parseEnv, type Env } from '#platform/config/env';
import { newId } from '#platform/base/ids';
import { publicPointOf } from '#platform/config/push-keys';
import { type Registry, syncQueues } from '#engine/operations';
import { databaseOptions } from '#platform/process/services';
import { eventSteps as productSteps } from '../../workflows/reactions/index';
import { createTestDatabase } from './database';
import { captureLog, type CapturedLog } from './log';
import { fakePorts, type FakePorts } from './ports';

export interface TestServices {
  readonly services: Services;
  readonly ports: FakePorts;
  readonly logged: CapturedLog['lines'];
  /** Folder of this test's own, removed by `close`. */
  readonly dataDir: string;
  readonly databaseName: string;
  /** A context for one call; anonymous unless an actor is given. */
  ctx(): Ctx<typeof anonymous>;
  ctx<A extends Actor>(actor: A, more?: { ip?: string }): Ctx<A>;
  close(): Promise<void>;
}

export interface TestOverrides {
  readonly env?: Record<string, string>;
  /** Further settings that follow from where the test's database is. */
  readonly envAt?: (databaseUrl: string) => Promise<Record<string, string>>;
  readonly ports?: Partial<FakePorts>;
  /** Name of the test database to clone; the run's empty one by default. */
  readonly cloneOf?: string;
  /** Other limits, or another program, for the process that takes files apart. */
  readonly fileWork?: Partial<FileWorkOptions>;
  /** Flows and jobs that exist in this test only; those of the product have their queues already. */
  readonly registry?: Registry;
  /** What is part of events, in place of the product's and of the registry's. */
  readonly eventSteps?: Services['eventSteps'];
  /** Parsed settings changed as a whole, e.g. `mode: 'demo'`. */
  readonly parsed?: Partial<Env>;
}

/** By which the courier of a test signs. */
export const testPushKey = 'p'.repeat(43);

/** Settings as the test mode has them; nothing of the host's environment comes in. */
export function testEnv(url: string, dataDir: string, more: Record<string, string> = {}): Env {
  return parseEnv({
    TEST_DATABASE_URL: url,
    DATA_DIR: dataDir,
    OTP_HMAC_KEYS: 'test-hmac-key-with-thirty-two-or-more-characters',
    OTP_CIPHER_KEYS: 'test-cipher-key-with-thirty-two-or-more-characters',
    STAFF_CIPHER_KEYS: 'test-staff-key-with-thirty-two-or-more-characters',
    COURIER_CIPHER_KEYS: 'test-courier-key-with-thirty-two-or-more-characters',
    PUSH_PUBLIC_KEY: publicPointOf(testPushKey)!,
    ...more,
  });
}

/** What is read from a copy cannot write, and every test notices who tries. */
const readOnly = (url: string): string =>
  `${url}?options=${encodeURIComponent('-c default_transaction_read_only=on')}`;

/** What fifty at once come to is not to depend on how busy the machine is. */
const patience = seconds(20);

/** Everything a process is made of: real Postgres of one's own, fakes at the network's edge only. */
export async function createTestServices(overrides: TestOverrides = {}): Promise<TestServices> {
  const testDatabase = await createTestDatabase(overrides.cloneOf);
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'clinic-data-'));
  const { log, lines } = captureLog();
  const ports = { ...fakePorts(), ...overrides.ports };
  const { url } = testDatabase;
  const more = {
    DATABASE_READ_URL: readOnly(url),
    ...overrides.env,
    ...(await overrides.envAt?.(url)),
  };
  const env = { ...testEnv(url, dataDir, more), ...overrides.parsed };
  const database = openDatabase({ ...databaseOptions(env), patience, onError: () => undefined });
  const fileWork = openFileWork({ entry: inject('fileWorkEntry'), log, ...overrides.fileWork });
  const eventSteps = overrides.eventSteps ?? overrides.registry?.eventSteps ?? productSteps;
  const services: Services = { env, log, database, ports, fileWork, eventSteps };
  if (overrides.registry) {
    // A start takes away nothing that it does not know; this database is to know nothing else.
    await database.pool.query('delete from pgboss.subscription');
    await syncQueues(database, overrides.registry);
  }
  return {
    services,
    ports,
    logged: lines,
    dataDir,
    databaseName: testDatabase.name,
    ctx: (actor: Actor = anonymous, more: { ip?: string } = {}) =>
      createContext(services, actor, { requestId: newId(), ...more }) as Ctx<never>,
    close: async () => {
      await fileWork.close();
      await database.close();
      await testDatabase.drop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
