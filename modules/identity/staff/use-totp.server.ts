import { and, eq, isNull, lt, or, type SQL } from 'drizzle-orm';
import { now, sqlNow } from '#platform/time/clock';
import type { Ctx, TxCtx } from '#platform/context';
import type { Env } from '#platform/config/env';
import { staffAccount } from '../tables.server';
import { isActiveAccount } from '../sessions/staff-session.server';
import { newTotpSecret, sealTotp, totpStepOf, unsealTotp } from './totp';

export type StaffRow = typeof staffAccount.$inferSelect;

const noAccount = '00000000-0000-0000-0000-000000000000';
const decoys = new WeakMap<Env, Buffer>();

/** A sealed secret of no account, to compare with where there is none. */
function decoyOf(env: Env): Buffer {
  const known = decoys.get(env);
  if (known) return known;
  const made = sealTotp(env, noAccount, newTotpSecret());
  decoys.set(env, made);
  return made;
}

/**
 * The step of a code of this account, used or not; null when the code fits none, or there is no secret. Takes the same
 * work with and without one, so that time does not tell which accounts exist.
 */
export async function stepOfCode(
  ctx: Ctx,
  account: Pick<StaffRow, 'id' | 'totpCipher'> | undefined,
  code: string,
): Promise<number | null> {
  const { env } = ctx.services;
  const at = await now(ctx);
  const stored = account?.totpCipher ?? null;
  const secret =
    account && stored
      ? unsealTotp(env, account.id, stored)
      : unsealTotp(env, noAccount, decoyOf(env));
  const step = totpStepOf(secret, code, at);
  return stored ? step : null;
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
