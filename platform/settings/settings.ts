import { eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import { sqlNow, sqlTodayText } from '../time/clock';
import type { Ctx, TxCtx } from '../context';
import { actorRef } from '../base/actor';
import { days, type Duration } from '../base/duration';
import type { Mode } from '../config/env';
import { cached } from './cached';
import { setting } from '../database/tables.server';

/** A value that staff can change without a deploy. `defaults` may differ by mode (demo windows are short). */
export interface Setting<S extends z.ZodType = z.ZodType> {
  readonly key: string;
  readonly schema: S;
  readonly defaults: (mode: Mode) => z.infer<S>;
  /** What speaks against changing it to this value now, by the path of the part; nothing where it may. */
  readonly faultsOf?: (
    ctx: Ctx,
    value: z.infer<S>,
    before: z.infer<S>,
  ) => Promise<Readonly<Record<string, string[]>>>;
}

const storedValues = cached<{ values: ReadonlyMap<string, unknown>; today: string }>({
  channel: 'settings',
  read: async ({ db }) => {
    // The day also where nothing is stored.
    const rows = await db
      .select({ key: setting.key, value: setting.value, today: sqlTodayText })
      .from(sql`(select) as one`)
      .leftJoin(setting, sql`true`);
    const stored = rows.flatMap(({ key, value }) => (key === null ? [] : [[key, value] as const]));
    return { values: new Map(stored), today: rows[0]!.today };
  },
});

/** Hears of settings that other processes change, until the services are closed. */
export const watchSettings = storedValues.watch;

/** How long a timer runs, in milliseconds. A year at most: longer ones would leave the calendar that timers are kept by. */
export const timerLength = z
  .number()
  .int()
  .positive()
  .max(days(366))
  .meta({ format: 'milliseconds' })
  .transform((ms) => ms as Duration);

export const defineSetting = <S extends z.ZodType>(definition: Setting<S>): Setting<S> =>
  definition;

/** A setting that is a whole number above zero; `inDemo` where one person plays many there. */
export const countSetting = (key: string, usual: number, inDemo: number = usual) =>
  defineSetting({
    key,
    schema: z.int().positive(),
    defaults: (mode) => (mode === 'demo' ? inDemo : usual),
  });

/**
 * The stored value, or the default; a stored value that no longer fits its schema counts as absent. From this process's
 * memory: what this process changes holds at once, what another one changes as soon as it is heard of.
 */
export async function readSetting<S extends z.ZodType>(
  ctx: Ctx,
  definition: Setting<S>,
): Promise<z.infer<S>> {
  const { values } = await storedValues.read(ctx);
  return valueOf(ctx, definition, values.has(definition.key), values.get(definition.key));
}

/**
 * The day (YYYY-MM-DD, in UTC) by the database's clock, as it was when this process last read the settings: a minute ago at
 * most. For what is judged by days on every page, without a statement of its own.
 */
export const knownToday = async (ctx: Ctx): Promise<string> => (await storedValues.read(ctx)).today;

/** As {@link readSetting}, but what the database holds now: for whoever is about to change it. */
export async function readStoredSetting<S extends z.ZodType>(
  ctx: Ctx,
  definition: Setting<S>,
): Promise<z.infer<S>> {
  const [row] = await ctx.db.select().from(setting).where(eq(setting.key, definition.key));
  return valueOf(ctx, definition, row !== undefined, row?.value);
}

function valueOf<S extends z.ZodType>(
  ctx: Ctx,
  { schema, defaults }: Setting<S>,
  isStored: boolean,
  value: unknown,
): z.infer<S> {
  const parsed = isStored ? schema.safeParse(value) : undefined;
  return parsed?.success ? parsed.data : defaults(ctx.services.env.mode);
}

export async function writeSetting<S extends z.ZodType>(
  ctx: Ctx,
  definition: Setting<S>,
  value: z.infer<S>,
): Promise<void> {
  const row = {
    value: definition.schema.parse(value),
    updatedBy: actorRef(ctx.actor),
    updatedAt: sqlNow,
  };
  await ctx.db
    .insert(setting)
    .values({ key: definition.key, ...row })
    .onConflictDoUpdate({ target: setting.key, set: row });
  await storedValues.changed(ctx);
}

/** A value that somebody stored, and who. */
export interface StoredSetting {
  readonly value: unknown;
  readonly updatedBy: string;
  readonly updatedAt: Date;
}

/** All stored values by key. */
export async function storedSettings(ctx: Ctx): Promise<ReadonlyMap<string, StoredSetting>> {
  const rows = await ctx.db.select().from(setting);
  return new Map(rows.map(({ key, ...stored }) => [key, stored]));
}

/** Gives a setting its default back. */
export async function clearSetting(ctx: Ctx, key: string): Promise<void> {
  await ctx.db.delete(setting).where(eq(setting.key, key));
  await storedValues.changed(ctx);
}

/** Whoever changes a setting waits for whoever is changing it, also when nothing is stored yet. */
export async function lockSetting(ctx: TxCtx, key: string): Promise<void> {
  await ctx.db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`setting:${key}`}, 0))`);
}
