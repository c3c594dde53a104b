import { and, eq } from 'drizzle-orm';
import type { ActorOf } from '#platform/base/actor';
import { audit, withTransaction } from '#engine';
import { sqlNow } from '#platform/time/clock';
import type { Ctx, TxCtx } from '#platform/context';
import { AppError } from '#platform/base/errors';
import { newToken, sha256 } from '#platform/base/ids';
import { staffAccount, staffSession } from '../tables.server';
import { isLiveStaffSession } from '../sessions/staff-session.server';
import { takeStaffTry } from './try-budget.server';
import { spendStep, stepOfCode } from './use-totp.server';

type Staff = Ctx<ActorOf<'staff'>>;

/** The session under its new token; the cookie keeps the age it had. */
export interface RenewedSession {
  readonly token: string;
  readonly maxAgeSeconds: number;
}

/**
 * Shows the second factor again: sensitive acts are free for ten minutes. Counts as a try of the account, as
 * a sign-in does. Throws `invalid_credentials`, `too_many_requests`, `unauthenticated`.
 */
export async function stepUpWithCode(ctx: Staff, code: string): Promise<RenewedSession> {
  const [account] = await ctx.db
    .select()
    .from(staffAccount)
    .where(eq(staffAccount.id, ctx.actor.id));
  if (!account) throw new AppError('unauthenticated');
  const forgive = await takeStaffTry(ctx, account.email);
  const step = await stepOfCode(ctx, account, code);
  const renewed = await withTransaction(ctx, async (tx) =>
    step !== null && (await spendStep(tx, account, step, { signsIn: false }))
      ? renewProof(tx, 'code')
      : null,
  );
  if (!renewed) return refuseStepUp(ctx);
  await forgive();
  return renewed;
}

/** Leaves a trace of a proof that did not fit; throws `invalid_credentials`. */
export async function refuseStepUp(ctx: Staff): Promise<never> {
  await audit(ctx, {
    action: 'identity.staff-step-up',
    outcome: 'refused',
    object: { type: 'staff-session', id: ctx.actor.sessionId },
  });
  throw new AppError('invalid_credentials');
}

/** Marks the session as freshly proved under a new token; the old one is dead. Throws `unauthenticated`. */
export async function renewProof(
  tx: TxCtx<ActorOf<'staff'>>,
  by: 'code' | 'passkey',
): Promise<RenewedSession> {
  const token = newToken();
  const [row] = await tx.db
    .update(staffSession)
    .set({ tokenHash: sha256(token), provedAt: sqlNow, lastSeenAt: sqlNow })
    .where(and(eq(staffSession.id, tx.actor.sessionId), isLiveStaffSession))
    .returning({ provedAt: staffSession.provedAt, expiresAt: staffSession.expiresAt });
  if (!row) throw new AppError('unauthenticated');
  await audit(tx, {
    action: 'identity.staff-step-up',
    object: { type: 'staff-session', id: tx.actor.sessionId },
    facts: { by },
  });
  const left = row.expiresAt.getTime() - row.provedAt.getTime();
  return { token, maxAgeSeconds: Math.floor(left / 1_000) };
}
