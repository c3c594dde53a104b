import { desc } from 'drizzle-orm';
import type { Ctx } from '#platform/context';
import { isOf, type AccountActor } from '../account-owner';
import type { PasskeyDto } from './calls';
import { passkey } from '../tables.server';

/** The acting person's passkeys, newest first. */
export async function ownPasskeysOf(ctx: Ctx<AccountActor>): Promise<PasskeyDto[]> {
  const rows = await ctx.db
    .select()
    .from(passkey)
    .where(isOf(passkey, ctx.actor))
    .orderBy(desc(passkey.createdAt));
  return rows.map(({ id, label, createdAt, lastUsedAt }) => ({
    _id: id,
    label,
    createdAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
  }));
}
