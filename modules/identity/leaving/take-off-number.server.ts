import { and, eq, inArray } from 'drizzle-orm';
import type { TxCtx } from '#platform/context';
import { AppError } from '#platform/base/errors';
import type { Account, AccountKind } from '../account-owner';
import { detached, isDetached } from '../detached';
import { lockAccountOf } from '../lock-account.server';
import {
  clinicAccount,
  knownBrowser,
  otpChallenge,
  patient,
  profileDraft,
  slowLanePlace,
} from '../tables.server';

/**
 * Takes an account off its number, within the caller's transaction: from the commit on whoever has this number is new
 * here, and nothing that the number left behind on the way in is theirs. Nobody gets into the account any more, by
 * whatever proof; its sessions are the caller's to end.
 *
 * @throws AppError `unauthenticated` when it is gone, or off its number already
 */
export async function takeOffNumber(ctx: TxCtx, account: Account): Promise<{ phone: string }> {
  const { kind, id } = account;
  await lockAccountOf(ctx, account);
  const table = kind === 'patient' ? patient : clinicAccount;
  const [row] = await ctx.db.select({ phone: table.phone }).from(table).where(eq(table.id, id));
  if (!row || isDetached(row.phone)) throw new AppError('unauthenticated');
  const { phone } = row;
  await ctx.db
    .update(table)
    .set({ phone: detached(id) })
    .where(eq(table.id, id));
  await forgetNumber(ctx, kind, phone);
  return { phone };
}

async function forgetNumber(ctx: TxCtx, role: AccountKind, phone: string): Promise<void> {
  const { db } = ctx;
  const purposes = [role, 'step-up', 'email-proof'] as const;
  await db
    .delete(knownBrowser)
    .where(and(eq(knownBrowser.phone, phone), eq(knownBrowser.role, role)));
  await db
    .delete(otpChallenge)
    .where(and(eq(otpChallenge.phone, phone), inArray(otpChallenge.purpose, [...purposes])));
  await db
    .delete(slowLanePlace)
    .where(and(eq(slowLanePlace.phone, phone), eq(slowLanePlace.role, role)));
  if (role === 'patient') await db.delete(profileDraft).where(eq(profileDraft.phone, phone));
}
