import type { Ctx, Services } from './context';
import { seconds } from './duration';
import type { Journal } from './journal';
import { listenTo } from './listen';
import { setting } from './tables.server';

/** The channel of NOTIFY that says that a setting has changed. */
export const settingsChannel = 'settings';

type Values = ReadonlyMap<string, unknown>;

interface Cache {
  known: { readonly values: Values; readonly readAt: number } | null;
  listening: boolean;
  /** Counts changes, so that what was read before one is not kept after it. */
  changes: number;
}

/** For how long values hold of which no change was heard: a message may be lost, and without a connection every one is. */
const holdsListening = seconds(60);
const holdsDeaf = seconds(2);

const caches = new WeakMap<Services['database'], Cache>();
/** Transactions that have changed a setting and see what nobody else may see yet. */
const changers = new WeakSet<Journal>();

function cacheOf(database: Services['database']): Cache {
  const known = caches.get(database) ?? { known: null, listening: false, changes: 0 };
  caches.set(database, known);
  return known;
}

/** All stored values by key: this process's, as long as they hold, else read anew on the connection of `ctx`. */
export async function settingValues(ctx: Ctx): Promise<Values> {
  if (ctx.journal && changers.has(ctx.journal)) return readValues(ctx);
  const cache = cacheOf(ctx.services.database);
  const { known, listening, changes } = cache;
  const holds = listening ? holdsListening : holdsDeaf;
  if (known && performance.now() - known.readAt < holds) return known.values;
  const readAt = performance.now();
  const values = await readValues(ctx);
  if (cache.changes === changes) cache.known = { values, readAt };
  return values;
}

async function readValues({ db }: Ctx): Promise<Values> {
  const rows = await db.select({ key: setting.key, value: setting.value }).from(setting);
  return new Map(rows.map(({ key, value }) => [key, value]));
}

/** Makes this process read the settings anew. */
export function forgetSettings(database: Services['database']): void {
  const cache = cacheOf(database);
  cache.changes += 1;
  cache.known = null;
}

/** Notes a change made on `ctx`: its own transaction sees it at once, this process from its commit on. */
export function settingsChanged({ journal, services }: Ctx): void {
  const forget = () => forgetSettings(services.database);
  if (!journal) return forget();
  changers.add(journal);
  journal.committed.push(forget);
}

/** Hears of changes that other processes make, until the services are closed. */
export function watchSettings(services: Services): void {
  const cache = cacheOf(services.database);
  const forget = () => forgetSettings(services.database);
  const listening = (now: boolean) => () => {
    cache.listening = now;
    forget();
  };
  listenTo(services, settingsChannel, {
    heard: forget,
    up: listening(true),
    down: listening(false),
  });
}
