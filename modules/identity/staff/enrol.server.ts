import { and, eq, isNull } from 'drizzle-orm';
import { audit, withTransaction, publish } from '#engine';
import { now, sqlNow } from '#platform/time/clock';
import type { Ctx } from '#platform/context';
import { AppError } from '#platform/base/errors';
import { identityEvents } from '../events';
import { staffAccount, staffInvite } from '../tables.server';
import { findInvite, type OpenInvite } from './invite.server';
import { passwordFault } from './password-rules.server';
import { hashPassword } from './password.server';
import { sealTotp, totpStepOf, totpUri, unsealTotp } from './totp';
import { takeStaffTry } from './try-budget.server';

export interface Enrolment {
  readonly token: string;
  readonly password: string;
  /** Of the secret that the page showed. */
  readonly code: string;
}

/**
 * Uses a link up: sets the password and the authenticator app that the page offered. Throws
 * `invalid_invite` (unknown, used, too old), `validation_failed` at `password` or `code`, and
 * `too_many_requests`. The code counts as used: the first sign-in needs the next one.
 */
export async function enrolStaff(ctx: Ctx, { token, password, code }: Enrolment): Promise<void> {
  const forgive = await takeStaffTry(ctx, null);
  const invite = await findInvite(ctx, token);
  if (!invite) throw new AppError('invalid_invite');
  const { env } = ctx.services;
  const secret = unsealTotp(env, invite.staffId, invite.totpCipher);
  const step = totpStepOf(secret, code, await now(ctx));
  const fault = await passwordFault(password, [invite.email, invite.name]);
  if (fault || step === null)
    throw new AppError('validation_failed', {
      fields: {
        ...(fault ? { password: [fault] } : {}),
        ...(step === null ? { code: ['staff.error.code_wrong'] } : {}),
      },
    });
  const passwordHash = await hashPassword(env.mode, password);
  // Sealed anew: what the link holds may be under a key that is being retired meanwhile.
  const totpCipher = sealTotp(env, invite.staffId, secret);
  await settle(ctx, invite, { passwordHash, totpCipher, totpStep: step });
  await forgive();
}

async function settle(
  ctx: Ctx,
  { id, staffId }: OpenInvite,
  factors: { passwordHash: string; totpCipher: Buffer; totpStep: number },
): Promise<void> {
  await withTransaction(ctx, async (tx) => {
    // The account before its link, as whoever manages accounts takes them.
    const enrolled = await tx.db
      .update(staffAccount)
      .set({ ...factors, enrolledAt: sqlNow })
      .where(and(eq(staffAccount.id, staffId), isNull(staffAccount.disabledAt)))
      .returning({ id: staffAccount.id });
    const used = await tx.db
      .update(staffInvite)
      .set({ usedAt: sqlNow })
      .where(and(eq(staffInvite.id, id), isNull(staffInvite.usedAt)))
      .returning({ id: staffInvite.id });
    if (used.length === 0 || enrolled.length === 0) throw new AppError('invalid_invite');
    await audit(tx, { action: 'identity.staff-enrolled', object: { type: 'staff', id: staffId } });
    await publish(tx, identityEvents['identity.staff-factor-changed'], { staffId });
  });
}

export interface OfferedEnrolment {
  readonly email: string;
  readonly name: string;
  /** base32. */
  readonly secret: string;
  /** `otpauth://…` */
  readonly uri: string;
}

/** What a link offers to set up, under the name that the app will show; null when it is no longer good. */
export async function offeredEnrolment(
  ctx: Ctx,
  { token, issuer }: { token: string; issuer: string },
): Promise<OfferedEnrolment | null> {
  const invite = await findInvite(ctx, token);
  if (!invite) return null;
  const { email, name, staffId, totpCipher } = invite;
  const secret = unsealTotp(ctx.services.env, staffId, totpCipher);
  return { email, name, secret, uri: totpUri(issuer, email, secret) };
}
