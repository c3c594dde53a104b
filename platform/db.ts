import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { PreparingClient, UnpreparedClient } from './prepared-statements';

/** Drizzle over one connection or the pool. Modules see this, never the pool. */
export type Db = NodePgDatabase;

export interface Database {
  readonly pool: pg.Pool;
  readonly db: Db;
}

export interface DatabaseOptions {
  url: string;
  poolSize: number;
  /** Whether statements are prepared under a name; not through a pooler that changes connections between transactions. */
  prepare?: boolean;
  /** Called for errors of idle and of checked-out connections; both kill the process if nobody listens. */
  onError: (error: Error) => void;
}

/** A pool that neither waits for ever nor dies with the server (`engine.md` 5.1, security 0.2-8). */
export function openDatabase({
  url,
  poolSize,
  prepare = true,
  onError,
}: DatabaseOptions): Database {
  const pool = new pg.Pool({
    connectionString: url,
    max: poolSize,
    connectionTimeoutMillis: 2_000,
    idleTimeoutMillis: 30_000,
    statement_timeout: 5_000,
    lock_timeout: 4_000,
    idle_in_transaction_session_timeout: 15_000,
    query_timeout: 8_000,
    keepAlive: true,
    Client: prepare ? PreparingClient : UnpreparedClient,
  });
  pool.on('error', onError);
  pool.on('connect', (client) => void client.on('error', onError));
  return { pool, db: drizzle(pool) };
}
