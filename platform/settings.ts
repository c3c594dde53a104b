import { eq, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { sqlNow } from './clock';
import type { Ctx, TxCtx } from './context';
import { actorRef } from './actor';
import type { Mode } from './env';
import { setting } from './tables.server';

/** A value that staff can change without a deploy. `defaults` may differ by mode (demo windows are short). */
export interface Setting<S extends z.ZodType = z.ZodType> {
  readonly key: string;
  readonly schema: S;
  readonly defaults: (mode: Mode) => z.infer<S>;
}

export const defineSetting = <S extends z.ZodType>(definition: Setting<S>): Setting<S> =>
  definition;

/** The stored value, or the default; a stored value that no longer fits its schema counts as absent. */
export async function readSetting<S extends z.ZodType>(
  ctx: Ctx,
  definition: Setting<S>,
): Promise<z.infer<S>> {
  const [row] = await ctx.db.select().from(setting).where(eq(setting.key, definition.key));
  const parsed = row ? definition.schema.safeParse(row.value) : undefined;
  return parsed?.success ? parsed.data : definition.defaults(ctx.services.env.mode);
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
}

/** Whoever changes a setting waits for whoever is changing it, also when nothing is stored yet. */
export async function lockSetting(ctx: TxCtx, key: string): Promise<void> {
  await ctx.db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`setting:${key}`}, 0))`);
}
