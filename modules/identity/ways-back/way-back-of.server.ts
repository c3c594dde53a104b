import { and } from 'drizzle-orm';
import type { ActorOf } from '#platform/base/actor';
import type { Ctx } from '#platform/context';
import type { Account } from '../account-owner';
import type { AccountWays } from '../staff-records';
import { wayBack } from '../tables.server';
import { inTime, openWayOf, wayNeededBy } from './ask.server';

/** How an account is reached by its owner, and what a colleague has asked for, as the console shows it. Throws `not_found`. */
export async function waysOf(
  ctx: Ctx<ActorOf<'staff'>>,
  account: Account,
): Promise<{ ways: AccountWays; events: string[] }> {
  const needed = await wayNeededBy(ctx, account);
  const [row] = await ctx.db
    .select()
    .from(wayBack)
    .where(and(openWayOf(account), inTime));
  const asked = row && {
    id: row.id,
    kind: row.kind,
    numberEnds: row.phone?.slice(-4) ?? null,
    askedBy: row.askedBy,
    askedAt: row.askedAt.toISOString(),
    confirmed: row.confirmedAt !== null,
  };
  const mayConfirm = row && needed && !row.confirmedAt && row.askedBy !== ctx.actor.id;
  const events = [...(needed ? ['ask-way-back'] : []), ...(mayConfirm ? ['confirm-way-back'] : [])];
  return { ways: { needs: needed, asked: asked ?? null }, events };
}
