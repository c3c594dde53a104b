import { eq } from 'drizzle-orm';
import type { z } from 'zod';
import { sqlNow } from './clock';
import type { Ctx } from './context';
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
