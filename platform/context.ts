import type pg from 'pg';
import type { Actor, ActorKind, ActorOf } from './base/actor';
import type { Database, Db, ReadDb } from './database/db';
import type { Env } from './config/env';
import { defaultLocale, type Locale } from './base/locale';
import type { Logger } from './observability/log';
import type { FileWork } from './ports/file-work';
import type { Ports } from './ports/index';

/** Part of an event that something else caused: see `eventStep` of `engine/machine`, which makes them. */
export interface EventStep {
  /** The event's dotted word. */
  readonly on: string;
  readonly name: string;
  readonly run: (ctx: TxCtx, event: unknown) => Promise<void>;
}

/** What a process is made of. Built once by its entry, handed down as a value; there is no container. */
export interface Services {
  readonly env: Env;
  readonly log: Logger;
  readonly database: Database;
  /** What is part of an event's transaction in whichever process the event happens (`workflows/reactions`). */
  readonly eventSteps: readonly EventStep[];
  readonly ports: Ports;
  /** Takes files of strangers apart, in a process of its own. */
  readonly fileWork: FileWork;
}

/** One NOTIFY. It says that there is something to read, never what. */
export interface Notice {
  readonly channel: string;
  readonly payload: string;
}

/** One kind of row that is only ever added, and how many of them are written. */
export interface RowKind<Row extends object> {
  /** A word of SQL, of this kind's own. */
  readonly name: string;
  /**
   * Common table expressions that write the rows of `param` (`$1`: a JSON list, in the order they were recorded). The last
   * one has the kind's name, and others begin with it.
   */
  readonly write: (param: string) => string;
  /** Never filled: ties the rows to their kind. */
  readonly row?: Row;
}

/** What an open transaction has recorded so far. Lives as long as it does. */
export interface UnitOfWork {
  /** By the kinds' names: routes and steps of events come from builds of their own, each with its copy of a kind. */
  readonly rows: Map<string, readonly [RowKind<object>, object[]]>;
  /** Done once the transaction has committed, in this process. Must not throw. */
  readonly committed: Array<() => void>;
  /** Given once the transaction has committed: see `giveNotice`. */
  readonly notices: Notice[];
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
  /** Whether it works beside everybody who waits: see {@link onSlowPool}. */
  readonly slow: boolean;
  /** The connection of the open transaction; null outside one. */
  readonly tx: pg.PoolClient | null;
  /** What the open transaction writes at its end; null outside one. */
  readonly unitOfWork: UnitOfWork | null;
  /** Address of the asking client after `TRUST_PROXY`; null for jobs and commands. */
  readonly ip: string | null;
}

export interface TxCtx<A extends Actor = Actor> extends Ctx<A> {
  readonly tx: pg.PoolClient;
  readonly unitOfWork: UnitOfWork;
}

/** Where people of one kind act: `CtxOf<'clinic'>`. */
export type CtxOf<K extends ActorKind> = Ctx<ActorOf<K>>;
/** As {@link CtxOf}, in a transaction. */
export type TxCtxOf<K extends ActorKind> = TxCtx<ActorOf<K>>;

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
  unitOfWork: null,
  ip: more.ip ?? null,
});

/** The same request, acting as somebody else (after a sign-in, or as the system). */
export const actAs = <A extends Actor>(ctx: Ctx, actor: A): Ctx<A> => ({ ...ctx, actor });

/**
 * The same request on a pool for what takes minutes (an export, a rebuild): two connections per process of their own, so
 * that nobody waits for it, and a statement may take ten minutes. Outside a transaction only.
 */
export function onSlowPool<A extends Actor>(ctx: Ctx<A>): Ctx<A> {
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

/** The same request on the pool of live streams, which has connections of its own. */
export function onLivePool<A extends Actor>(ctx: Ctx<A>): Ctx<A> {
  const { db } = ctx.services.database.live;
  return { ...ctx, db, readDb: db };
}
