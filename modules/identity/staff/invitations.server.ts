import { and, eq, gt, isNull, sql } from 'drizzle-orm';
import { audit, publish, withTransaction } from '#engine';
import { actorRef } from '#platform/base/actor';
import { inSeconds } from '#platform/base/duration';
import { AppError } from '#platform/base/errors';
import { newId, newToken, sha256 } from '#platform/base/ids';
import type { Ctx, TxCtx } from '#platform/context';
import { now, sqlNow } from '#platform/time/clock';
import { identityEvents } from '../events';
import type { StaffRole } from '../staff-schemas';
import { hashPassword, inviteLife, passwordFault, takeStaffTry } from './passwords.server';
import {
  asEmail,
  endAllSessions,
  keepAnAdmin,
  lockAccount,
  type Manager,
  requireManager,
} from './sessions.server';
import { newTotpSecret, sealTotp, totpStepOf, totpUri, unsealTotp } from './totp.server';
import { staffAccount, staffInvite, staffPasskey } from '../tables.server';

/**
 * Makes the one link with which an account may be enrolled; earlier ones end. The token stands behind `#`,
 * which browsers keep to themselves: no server, proxy or log on the way sees it.
 */
export async function inviteTo(
  tx: TxCtx,
  staffId: string,
  totpSecret: string = newTotpSecret(),
): Promise<string> {
  await endInvites(tx, staffId);
  const token = newToken();
  const { env } = tx.services;
  await tx.db.insert(staffInvite).values({
    staffId,
    tokenHash: sha256(token),
    totpCipher: sealTotp(env, staffId, totpSecret),
    createdAt: sqlNow,
    expiresAt: sql`platform.now() + make_interval(secs => ${inSeconds(inviteLife)})`,
  });
  return `${env.PUBLIC_URL}/admin/enrol#${token}`;
}

/** Ends the links of an account that nobody used. */
export async function endInvites(tx: TxCtx, staffId: string): Promise<void> {
  await tx.db
    .update(staffInvite)
    .set({ usedAt: sqlNow })
    .where(and(eq(staffInvite.staffId, staffId), isNull(staffInvite.usedAt)));
}

export interface OpenInvite {
  readonly id: string;
  readonly staffId: string;
  readonly email: string;
  readonly name: string;
  readonly totpCipher: Buffer;
}

/** The invite of a token; null when it is unknown, used, too old, or its account is switched off. */
export async function findInvite(ctx: Ctx, token: string): Promise<OpenInvite | null> {
  const [row] = await ctx.db
    .select({
      id: staffInvite.id,
      staffId: staffInvite.staffId,
      email: staffAccount.email,
      name: staffAccount.name,
      totpCipher: staffInvite.totpCipher,
    })
    .from(staffInvite)
    .innerJoin(staffAccount, eq(staffAccount.id, staffInvite.staffId))
    .where(
      and(
        eq(staffInvite.tokenHash, sha256(token)),
        isNull(staffInvite.usedAt),
        gt(staffInvite.expiresAt, sql`platform.now()`),
        isNull(staffAccount.disabledAt),
      ),
    );
  return row ?? null;
}

export interface NewStaff {
  readonly email: string;
  readonly name: string;
  readonly role: StaffRole;
  /** base32, for an authenticator app that has it already; by default a new one is made. */
  readonly totpSecret?: string;
}

/**
 * Makes an account that nobody can sign in to until its link was used. The answer is the only place where
 * the link is. Throws `forbidden`, `step_up`, `staff_exists`.
 */
export async function addStaff(
  ctx: Ctx<Manager>,
  { email, name, role, totpSecret }: NewStaff,
): Promise<{ id: string; link: string }> {
  await requireManager(ctx, { fresh: true });
  return withTransaction(ctx, async (tx) => {
    const id = newId();
    const added = await tx.db
      .insert(staffAccount)
      .values({
        id,
        email: asEmail(email),
        name,
        role,
        createdAt: sqlNow,
        createdBy: actorRef(ctx.actor),
      })
      .onConflictDoNothing()
      .returning({ id: staffAccount.id });
    if (added.length === 0) throw new AppError('staff_exists');
    await audit(tx, {
      action: 'identity.staff-added',
      object: { type: 'staff', id },
      facts: { role },
    });
    return { id, link: await inviteTo(tx, id, totpSecret) };
  });
}

type Input = { staffId: string };

/**
 * A new link for somebody who has not used theirs; the old one ends. Throws `forbidden`, `step_up`,
 * `not_found`, and `event_refused` when the account is enrolled or disabled.
 */
export async function inviteStaffAgain(
  ctx: Ctx<Manager>,
  { staffId }: Input,
): Promise<{ link: string }> {
  await requireManager(ctx, { fresh: true });
  return withTransaction(ctx, async (tx) => {
    const account = await lockAccount(tx, staffId);
    if (account.enrolledAt || account.disabledAt) throw new AppError('event_refused');
    await audit(tx, {
      action: 'identity.staff-invited-again',
      object: { type: 'staff', id: staffId },
    });
    return { link: await inviteTo(tx, staffId) };
  });
}

/**
 * Takes every factor of an account away and answers a link to set new ones, for a lost phone. Throws
 * `forbidden`, `step_up`, `not_found`, `event_refused` when it is not enrolled or disabled, and `last_admin`:
 * the only admin is helped by our command line.
 */
export async function resetStaffFactors(
  ctx: Ctx<Manager>,
  { staffId }: Input,
): Promise<{ link: string }> {
  await requireManager(ctx, { fresh: true });
  return withTransaction(ctx, async (tx) => {
    if (ctx.actor.kind === 'staff') await keepAnAdmin(tx, staffId);
    const account = await lockAccount(tx, staffId);
    if (!account.enrolledAt || account.disabledAt) throw new AppError('event_refused');
    await dropFactors(tx, staffId);
    await audit(tx, {
      action: 'identity.staff-factors-reset',
      object: { type: 'staff', id: staffId },
    });
    await publish(tx, identityEvents['identity.staff-factor-changed'], { staffId });
    return { link: await inviteTo(tx, staffId) };
  });
}

async function dropFactors(tx: TxCtx, staffId: string): Promise<void> {
  await tx.db
    .update(staffAccount)
    .set({ passwordHash: null, totpCipher: null, totpStep: null, enrolledAt: null })
    .where(eq(staffAccount.id, staffId));
  await tx.db.delete(staffPasskey).where(eq(staffPasskey.staffId, staffId));
  await endAllSessions(tx, staffId);
}

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
