import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { milliseconds, minutes, seconds, type Duration } from '../base/duration';
import { PreparingClient, UnpreparedClient } from './prepared-statements';
import { copyOrOriginal } from './read-copy';
import { inOwnContext } from '../observability/tracing';

/** Drizzle over one connection or the pool. Modules see this, never the pool. */
export type Db = NodePgDatabase;

/** What reads and cannot write. A text for `execute` that writes is refused by the copy, and by every test. */
export type ReadDb = Pick<
  Db,
  'select' | 'selectDistinct' | 'selectDistinctOn' | '$with' | '$count' | 'execute'
> & {
  with(
    ...given: Parameters<Db['with']>
  ): Pick<ReturnType<Db['with']>, 'select' | 'selectDistinct' | 'selectDistinctOn'>;
};

export interface ConnectionPool {
  readonly pool: pg.Pool;
  readonly db: Db;
}

export interface Database extends ConnectionPool {
  /** See `Ctx.readDb`. */
  readonly readDb: ReadDb;
  /** See `onSlowPool`. */
  readonly slow: ConnectionPool;
  /** Of open pages: what they ask takes no connection from anybody else, nor anybody's from them. */
  readonly live: ConnectionPool;
  /** All of them by name, for whoever watches how full they are. */
  readonly pools: Readonly<Record<string, pg.Pool>>;
  /** Pools of libraries, watched as one's own while they are open. Each is closed by the library that opens it. */
  readonly foreignPools: Map<string, pg.Pool>;
  /** Waits for connections in use. */
  close(): Promise<void>;
}

export interface DatabaseOptions {
  url: string;
  /** A session that stays; `url` by default. */
  directUrl?: string;
  /** A copy that follows; none by default. */
  readUrl?: string | null;
  /** `url` and `readUrl` refuse settings of a session: those of the role hold (`prepare-role.ts`). */
  throughPooler?: boolean;
  poolSize: number;
  /** How long a request waits for a connection of the common pool before they are asked to come again; two seconds by default. */
  patience?: Duration;
  /** Whether statements are prepared under a name; not through a pooler that keeps none. */
  prepare?: boolean;
  /** Called for errors of idle and of checked-out connections; both kill the process if nobody listens. */
  onError: (error: Error) => void;
}

/** How long PostgreSQL lets each session work, wait for a lock, and keep a transaction open without working. */
export interface SessionLimits {
  readonly statement_timeout: Duration;
  readonly lock_timeout: Duration;
  readonly idle_in_transaction_session_timeout: Duration;
}

/** Limits of every statement that a person waits for (docs/decisions/0003-database-driver.md). */
export const sessionLimits: SessionLimits = {
  statement_timeout: seconds(5),
  lock_timeout: seconds(4),
  idle_in_transaction_session_timeout: seconds(15),
};

/** Of exports and rebuilds: long statements, and locks as short as everybody's. */
const slowLimits: SessionLimits = { ...sessionLimits, statement_timeout: minutes(10) };
const slowPoolSize = 2;
/** All streams of a process ask together; beside them come those that are being opened. */
const livePoolSize = 2;
/** Pages that come back all at once wait for their turn. */
const livePatience = seconds(10);
/**
 * After which a connection that nobody needed is closed. Opening one takes four trips, which somebody waits for; the least
 * that routers on the way are known to forget a silent one after is six minutes.
 */
const idle = minutes(5);
/** For an answer, above what the server itself allows: the server may be gone. */
const graceForAnswers = seconds(3);

/** Pools that neither wait for ever nor die with the server. Each connects when it is first asked to. */
export function openDatabase(options: DatabaseOptions): Database {
  const { url, directUrl = url, readUrl, throughPooler = false, poolSize, patience } = options;
  const limits = throughPooler ? null : sessionLimits;
  const fast = openPool(options, { url, size: poolSize, limits, patience });
  const slow = openPool(options, { url: directUrl, size: slowPoolSize, limits: slowLimits });
  const live = openPool(options, { url, size: livePoolSize, limits, patience: livePatience });
  const copy = readUrl ? openPool(options, { url: readUrl, size: poolSize, limits }) : null;
  const { onError } = options;
  const pools = {
    main: fast.pool,
    slow: slow.pool,
    live: live.pool,
    ...(copy ? { copy: copy.pool } : {}),
  };
  return {
    ...fast,
    slow,
    live,
    pools,
    foreignPools: new Map(),
    readDb: copy ? drizzle(copyOrOriginal(copy.pool, fast.pool, onError)) : fast.db,
    close: async () => {
      await Promise.all(Object.values(pools).map((pool) => pool.end()));
    },
  };
}

type Connected = Parameters<pg.Pool['connect']>[0];

/** What waited for a connection goes on as its own once it has one, not as part of whoever gave it back. */
class Pool extends pg.Pool {
  override connect(): Promise<pg.PoolClient>;
  override connect(callback: Connected): void;
  override connect(callback?: Connected): Promise<pg.PoolClient> | void {
    return callback ? super.connect(inOwnContext(callback)) : super.connect();
  }
}

interface PoolOptions {
  readonly url: string;
  readonly size: number;
  /** Null where the server's own say holds. */
  readonly limits: SessionLimits | null;
  /** For a connection. */
  readonly patience?: Duration;
}

function openPool(
  { prepare = true, onError }: Pick<DatabaseOptions, 'prepare' | 'onError'>,
  { url, size, limits, patience = seconds(2) }: PoolOptions,
): ConnectionPool {
  const pool = new Pool({
    connectionString: url,
    max: size,
    connectionTimeoutMillis: patience,
    idleTimeoutMillis: idle,
    ...limits,
    query_timeout: milliseconds((limits ?? sessionLimits).statement_timeout + graceForAnswers),
    keepAlive: true,
    Client: prepare ? PreparingClient : UnpreparedClient,
  });
  pool.on('error', onError);
  pool.on('connect', (client) => void client.on('error', onError));
  return { pool, db: drizzle(pool) };
}
