import { randomBytes } from 'node:crypto';
import { createLogger } from '#platform/observability/log';
import type pg from 'pg';
import { newId } from '#platform/base/ids';
import type { ActorOf } from '#platform/base/actor';
import { createContext, type CtxOf, type Services } from '#platform/context';
import { openDatabase } from '#platform/database/db';
import { parseEnv } from '#platform/config/env';
import { processorOf } from './processor';
import { ownClinicId, ownId } from './seed';

/** One of the two databases, as each kind of person asks it. */
export interface Side {
  readonly staff: CtxOf<'staff'>;
  readonly patient: CtxOf<'patient'>;
  readonly clinic: CtxOf<'clinic'>;
  /** How many pages of the database are read by what `work` asks. */
  pagesReadBy(work: () => Promise<unknown>): Promise<number>;
  /** Starts to count what a run takes of the processor; null where that cannot be known. */
  readonly processor: (() => () => number) | null;
  close(): Promise<void>;
}

/** A list with one choice of filter, order, words and page. Runs the query of the module, without HTTP. */
export interface ListCase {
  readonly name: string;
  run(side: Side): Promise<unknown>;
}

/** Acts on a seeded database as the product's processes do: same pool, prepared statements, time limits. */
export function openSide(url: string, dataDir: string): Side {
  const database = openDatabase({ url, poolSize: 4, onError: () => undefined });
  const secret = randomBytes(32).toString('base64url');
  const env = parseEnv({
    TEST_DATABASE_URL: url,
    DATA_DIR: dataDir,
    OTP_HMAC_KEYS: secret,
    OTP_CIPHER_KEYS: secret,
    STAFF_CIPHER_KEYS: secret,
  });
  const services = {
    database,
    env,
    eventSteps: [],
    log: createLogger('error', 'bench'),
  } as unknown as Services;
  const act = <A extends ActorOf<'staff' | 'patient' | 'clinic'>>(actor: A) =>
    createContext(services, actor, { requestId: newId() });
  const sessionId = newId();
  return {
    staff: act({ kind: 'staff', id: newId(), role: 'admin', sessionId }),
    patient: act({ kind: 'patient', id: ownId, phone: '+12025550100', sessionId }),
    clinic: act({
      kind: 'clinic',
      id: ownClinicId,
      phone: '+902125550100',
      sessionId,
      approved: true,
    } as ActorOf<'clinic'>),
    pagesReadBy: (work) => pagesReadBy(database.pool, work),
    processor: processorOf(database.pool),
    close: () => database.close(),
  };
}

/** How many pages the statements of `work` read, while nobody else asks this database. */
async function pagesReadBy(pool: pg.Pool, work: () => Promise<unknown>): Promise<number> {
  await pool.query(
    `select pg_stat_statements_reset(0, oid, 0) from pg_database where datname = current_database()`,
  );
  await work();
  const { rows } = await pool.query<{ pages: string | null }>(
    `select sum(shared_blks_hit + shared_blks_read) as pages from pg_stat_statements
      where dbid = (select oid from pg_database where datname = current_database()) and query not like '%pg_stat_statements%'`,
  );
  return Number(rows[0]!.pages);
}
