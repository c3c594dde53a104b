import { sql } from 'drizzle-orm';
import type { Ctx, Services, UnitOfWork } from '../context';
import { seconds } from '../base/duration';
import { listenTo } from '../process/listen';

type Database = Services['database'];

interface Source<T> {
  /** The channel of NOTIFY that says that something has changed. */
  readonly channel: string;
  /** Reads all of it with one statement. */
  readonly read: (ctx: Ctx) => Promise<T>;
}

/** What a process knows of the rows: as long as the edition is the same, it has heard of no change. */
interface Heard {
  readonly edition: number;
  /** Counts known changes only; `edition` also counts times in which a change could have been missed. */
  readonly changes: number;
  /** For how long what was read may be believed, in milliseconds. */
  readonly holdsMs: number;
}

/** A few rows that are read often and seldom changed, and which each process therefore remembers. */
export interface Cached<T> {
  /** All of it: this process's as long as it holds, else read anew on the connection of `ctx`. */
  read(ctx: Ctx): Promise<T>;
  /** Tells of a change made on `ctx`: its own transaction sees it at once, every process from its commit on. */
  changed(ctx: Ctx): Promise<void>;
  /** Hears of changes that other processes make, until the services are closed. */
  watch(services: Services): void;
  heard(database: Database): Heard;
}

interface Memory<T> {
  known: { readonly value: T; readonly readAt: number } | null;
  listening: boolean;
  /** Counts changes, so that what was read before one is not kept after it. */
  edition: number;
  changes: number;
}

/** A message may be lost, and without a connection every one is. */
const holdsListening = seconds(60);
const holdsDeaf = seconds(2);

/** What each database's rows are known to be; a change makes a new edition and forgets them. */
function cachedByDatabase<T>() {
  const memories = new WeakMap<Database, Memory<T>>();
  const memoryOf = (database: Database): Memory<T> => {
    const known = memories.get(database);
    if (known) return known;
    const empty: Memory<T> = { known: null, listening: false, edition: 0, changes: 0 };
    memories.set(database, empty);
    return empty;
  };
  const forget = (database: Database): void => {
    const memory = memoryOf(database);
    memory.edition += 1;
    memory.known = null;
  };
  const recordChange = (database: Database): void => {
    memoryOf(database).changes += 1;
    forget(database);
  };
  return { memoryOf, forget, recordChange };
}

/** Declares rows to remember; see decision 19. */
export function cached<T>({ channel, read }: Source<T>): Cached<T> {
  const { memoryOf, forget, recordChange } = cachedByDatabase<T>();
  /** Transactions that have changed something and see what no other transaction may see yet. */
  const changers = new WeakSet<UnitOfWork>();
  const heard = (database: Database): Heard => {
    const { edition, changes, listening } = memoryOf(database);
    return { edition, changes, holdsMs: listening ? holdsListening : holdsDeaf };
  };

  return {
    heard,
    async read(ctx) {
      if (ctx.unitOfWork && changers.has(ctx.unitOfWork)) return read(ctx);
      const memory = memoryOf(ctx.services.database);
      const { edition, holdsMs } = heard(ctx.services.database);
      if (memory.known && performance.now() - memory.known.readAt < holdsMs)
        return memory.known.value;
      const readAt = performance.now();
      const value = await read(ctx);
      if (memory.edition === edition) memory.known = { value, readAt };
      return value;
    },
    async changed(ctx) {
      await ctx.db.execute(sql`select pg_notify(${channel}, '')`);
      const changedHere = () => recordChange(ctx.services.database);
      if (!ctx.unitOfWork) return changedHere();
      changers.add(ctx.unitOfWork);
      ctx.unitOfWork.committed.push(changedHere);
    },
    watch(services) {
      const { database } = services;
      const listening = (now: boolean) => () => {
        memoryOf(database).listening = now;
        forget(database);
      };
      const hearing = {
        heard: () => recordChange(database),
        up: listening(true),
        down: listening(false),
      };
      listenTo(services, channel, hearing);
    },
  };
}
