import { drizzle } from 'drizzle-orm/node-postgres';
import type pg from 'pg';
import type { Actor } from '#platform/base/actor';
import type { Ctx, UnitOfWork, TxCtx } from '#platform/context';
import { closingStatement, openUnitOfWork } from './unit-of-work';
import { sendNotices } from './notices';
import { codeOf, pipeline } from '#platform/base/pipeline';

// Serialization failure, deadlock, and a prepared statement whose table has changed, which is planned anew next time.
const retriable = new Set(['40001', '40P01', '0A000']);

/** Whether a write met what somebody else has written since it was looked for. Ends the transaction. */
export const isUniqueViolation = (error: unknown): boolean => codeOf(error) === '23505';

/**
 * Runs `work` in one transaction; joins the one that is open. A deadlock, a serialization failure or a stale
 * plan is retried up to three times, so `work` must touch nothing but the database.
 */
export async function withTransaction<A extends Actor, T>(
  ctx: Ctx<A>,
  work: (ctx: TxCtx<A>) => Promise<T>,
): Promise<T> {
  if (ctx.tx) return work(ctx as TxCtx<A>);
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await once(ctx, work);
    } catch (error) {
      const code = codeOf(error) ?? '';
      if (attempt > 3 || !retriable.has(code)) throw error;
      // A deadlock is an order of locks that somebody did not keep; nobody else would hear of it.
      ctx.log.warn({ code, attempt }, 'transaction again');
    }
  }
}

async function once<A extends Actor, T>(
  ctx: Ctx<A>,
  work: (ctx: TxCtx<A>) => Promise<T>,
): Promise<T> {
  const { database } = ctx.services;
  const client = await (ctx.slow ? database.slow : database).pool.connect();
  let broken: Error | undefined;
  try {
    await client.query('BEGIN');
    const unitOfWork = openUnitOfWork();
    const db = drizzle(client);
    const result = await work({ ...ctx, db, readDb: db, tx: client, unitOfWork });
    await commit(client, unitOfWork);
    sendNotices(ctx.services.database, unitOfWork.notices);
    return result;
  } catch (error) {
    await client.query('ROLLBACK').catch((failure: Error) => {
      broken = failure;
    });
    throw error;
  } finally {
    // A connection that could not roll back is closed instead of going back to the pool.
    client.release(broken);
  }
}

/** Where PostgreSQL says that it waits no longer for its follower. */
const waitForFollower = 'SyncRepWaitForLSN';

/**
 * The wait for a synchronous follower was cancelled: PostgreSQL answers to COMMIT as ever, with a warning, though what was
 * written is gone if another server takes over. Reads as an outage (08007: the outcome of a transaction is unknown).
 */
class UnkeptCommit extends Error {
  readonly code = '08007';
}

/**
 * Both go out together, so that the locks of the closing statement, which others wait for, are held while the database
 * works and not while this process does. Where the first one fails, the other only rolls back.
 */
async function commit(client: pg.PoolClient, unitOfWork: UnitOfWork): Promise<void> {
  const closing = closingStatement(unitOfWork);
  let unkept = false;
  const listen = ({ routine }: { routine?: string }) => (unkept ||= routine === waitForFollower);
  client.on('notice', listen);
  try {
    // In this order: what is sent after COMMIT is no part of the transaction.
    const closed = closing ? client.query(closing) : Promise.resolve();
    const [, committed] = await pipeline(closed, client.query('COMMIT'));
    // A transaction in which a statement failed answers to COMMIT that it rolled back, and no error.
    if (committed.command !== 'COMMIT') throw new Error('the transaction had failed');
    if (unkept) throw new UnkeptCommit();
  } finally {
    client.off('notice', listen);
  }
  for (const done of unitOfWork.committed) done();
}
