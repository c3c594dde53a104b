import { and, eq, isNull, lt, or, type SQL } from 'drizzle-orm';
import { now, sqlNow } from '#platform/clock';
import type { Ctx, TxCtx } from '#platform/context';
import { staffAccount } from '../tables.server';
import { isActiveAccount } from '../sessions/staff-session.server';
import { totpStepOf, unsealTotp } from './totp';

export type StaffRow = typeof staffAccount.$inferSelect;

/** The step of a code of this account, used or not; null when the code fits none, or there is no secret. */
export async function stepOfCode(
  ctx: Ctx,
  account: Pick<StaffRow, 'id' | 'totpCipher'> | undefined,
  code: string,
): Promise<number | null> {
  const at = await now(ctx);
  if (!account?.totpCipher) return null;
  return totpStepOf(unsealTotp(ctx.services.env, account.id, account.totpCipher), code, at);
}

/**
 * Spends a code: of any number that arrive at once, one. False when the step was used, or when the account
 * was switched off or given other factors since it was read.
 */
export async function spendStep(
  tx: TxCtx,
  account: StaffRow,
  step: number,
  { signsIn }: { signsIn: boolean },
): Promise<boolean> {
  const unused: SQL = or(isNull(staffAccount.totpStep), lt(staffAccount.totpStep, step))!;
  const spent = await tx.db
    .update(staffAccount)
    .set({ totpStep: step, ...(signsIn ? { lastSignInAt: sqlNow } : {}) })
    .where(
      and(
        eq(staffAccount.id, account.id),
        eq(staffAccount.totpCipher, account.totpCipher!),
        eq(staffAccount.passwordHash, account.passwordHash!),
        isActiveAccount,
        unused,
      ),
    )
    .returning({ id: staffAccount.id });
  return spent.length === 1;
}
