import { drizzle } from 'drizzle-orm/node-postgres';
import type pg from 'pg';
import type { Actor } from './actor';
import type { Database, Db, ReadDb } from './db';
import type { Env } from './env';
import type { FileWork } from './file-work';
import { closingStatement, openJournal, type Journal } from './journal';
import { defaultLocale, type Locale } from './locale';
import type { Logger } from './log';
import { sendNotices } from './notices';
import type { Ports } from './ports/index';
import { codeOf, together } from './together';

/** Part of an event that something else caused: see `cascade` of `platform/flow`, which makes them. */
export interface Cascade {
  /** The fact's dotted word. */
  readonly on: string;
  readonly name: string;
  readonly run: (ctx: TxCtx, fact: unknown) => Promise<void>;
}

/** What a process is made of. Built once by its entry, handed down as a value; there is no container. */
export interface Services {
  readonly env: Env;
  readonly log: Logger;
  readonly database: Database;
  /** What is part of an event's transaction in whichever process the event happens (`workflows/cascades`). */
  readonly cascades: readonly Cascade[];
  readonly ports: Ports;
  /** Takes files of strangers apart, in a process of its own. */
  readonly fileWork: FileWork;
}

/** What a command or query receives: the services, who acts, and the connection to act on. */
export interface Ctx<A extends Actor = Actor> {
  readonly services: Services;
  readonly actor: A;
  readonly requestId: string;
  /** Of whom the answer is for, or of whom the message goes to. */
  readonly locale: Locale;
  /** Whether the request itself named the language: then it is what somebody chose. */
  readonly localeIsSaid: boolean;
  readonly log: Logger;
  /** The pool, or the connection of the transaction that is open. */
  readonly db: Db;
  /**
   * For lists that may be a moment old: a clinic's list, the console's lists, public ones. It may be a copy that follows
   * the database, so never for what decides (approval, caps, ownership, limits, a session), never for what a person has
   * just written and looks at next, never for what is read in order to be changed. In a transaction it is `db`.
   */
  readonly readDb: ReadDb;
  /** Whether it works beside everybody who waits: see {@link onSlowLane}. */
  readonly slow: boolean;
  /** The connection of the open transaction; null outside one. */
  readonly tx: pg.PoolClient | null;
  /** What the open transaction tells at its end; null outside one. */
  readonly journal: Journal | null;
  /** Address of the asking client after `TRUST_PROXY`; null for jobs and commands. */
  readonly ip: string | null;
}

export interface TxCtx<A extends Actor = Actor> extends Ctx<A> {
  readonly tx: pg.PoolClient;
  readonly journal: Journal;
}

export const createContext = <A extends Actor>(
  services: Services,
  actor: A,
  more: {
    requestId: string;
    ip?: string | null;
    log?: Logger;
    locale?: Locale;
    localeIsSaid?: boolean;
  },
): Ctx<A> => ({
  services,
  actor,
  requestId: more.requestId,
  locale: more.locale ?? defaultLocale,
  localeIsSaid: more.localeIsSaid ?? false,
  log: more.log ?? services.log.child({ requestId: more.requestId }),
  db: services.database.db,
  readDb: services.database.readDb,
  slow: false,
  tx: null,
  journal: null,
  ip: more.ip ?? null,
});

/** The same request, acting as somebody else (after a sign-in, or as the system). */
export const actAs = <A extends Actor>(ctx: Ctx, actor: A): Ctx<A> => ({ ...ctx, actor });

/**
 * The same request on a lane for what takes minutes (an export, a rebuild): two connections per process of their own, so
 * that nobody waits for it, and a statement may take ten minutes. Outside a transaction only.
 */
export function onSlowLane<A extends Actor>(ctx: Ctx<A>): Ctx<A> {
  if (ctx.tx) throw new Error('a transaction stays on its connection');
  const { db } = ctx.services.database.slow;
  return { ...ctx, db, readDb: db, slow: true };
}

/**
 * The same request for a list that may be a moment old, `db` as well: see `readDb`. Nothing is written on it; a copy refuses
 * it, and so does every test. Outside a transaction only.
 */
export function onReadCopy<A extends Actor>(ctx: Ctx<A>): Ctx<A> {
  if (ctx.tx) throw new Error('a transaction stays on its connection');
  return { ...ctx, db: ctx.readDb as Db };
}

/** The same request on the lane of live streams, which has connections of its own. */
export function onLiveLane<A extends Actor>(ctx: Ctx<A>): Ctx<A> {
  const { db } = ctx.services.database.live;
  return { ...ctx, db, readDb: db };
}

// Serialization failure, deadlock, and a prepared statement whose table has changed, which is planned anew next time.
const retriable = new Set(['40001', '40P01', '0A000']);

/** Whether a write met what somebody else has written since it was looked for. Ends the transaction. */
export const isUniqueViolation = (error: unknown): boolean => codeOf(error) === '23505';

/**
 * Runs `work` in one transaction; joins the one that is open. A deadlock, a serialization failure or a stale
 * plan is retried up to three times, so `work` must touch nothing but the database.
 */
export async function transaction<A extends Actor, T>(
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
    const journal = openJournal();
    const db = drizzle(client);
    const result = await work({ ...ctx, db, readDb: db, tx: client, journal });
    await commit(client, journal);
    sendNotices(ctx.services.database, journal.notices);
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
async function commit(client: pg.PoolClient, journal: Journal): Promise<void> {
  const closing = closingStatement(journal);
  let unkept = false;
  const listen = ({ routine }: { routine?: string }) => (unkept ||= routine === waitForFollower);
  client.on('notice', listen);
  try {
    // In this order: what is sent after COMMIT is no part of the transaction.
    const closed = closing ? client.query(closing) : Promise.resolve();
    const [, committed] = await together(closed, client.query('COMMIT'));
    // A transaction in which a statement failed answers to COMMIT that it rolled back, and no error.
    if (committed.command !== 'COMMIT') throw new Error('the transaction had failed');
    if (unkept) throw new UnkeptCommit();
  } finally {
    client.off('notice', listen);
  }
  for (const done of journal.committed) done();
}
