import { and, eq, or } from 'drizzle-orm';
import type { TxCtx } from '#platform/context';
import type { Account } from '../account-owner';
import { session } from '../tables.server';
import { takeOffNumber } from './take-off-number.server';

/**
 * Closes an account for good, within the caller's transaction: it is taken off its number, every session ends, and what
 * the number left behind on the way in is gone. From the commit on somebody with this number is new here; the account's
 * rows go with the erasure that follows.
 *
 * @throws AppError `unauthenticated` when it is gone, or off its number already
 */
export async function closeAccount(ctx: TxCtx, account: Account): Promise<{ phone: string }> {
  const { kind, id } = account;
  const { phone } = await takeOffNumber(ctx, account);
  await ctx.db
    .delete(session)
    .where(
      and(eq(session.principal, kind), or(eq(session.subjectId, id), eq(session.phone, phone))),
    );
  return { phone };
}
