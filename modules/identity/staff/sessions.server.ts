import { and, asc, eq, isNull, sql } from 'drizzle-orm';
import { audit, publish, withTransaction } from '#engine';
import type { Actor, ActorOf } from '#platform/base/actor';
import { inSeconds } from '#platform/base/duration';
import { AppError } from '#platform/base/errors';
import { isId, newId, newToken, sha256 } from '#platform/base/ids';
import { actAs, type Ctx, type CtxOf, type TxCtx, type TxCtxOf } from '#platform/context';
import { addressBlock } from '#platform/limits/rate-limit';
import { readSetting } from '#platform/settings/settings';
import { normalized } from '#platform/text/text';
import { requireRow } from '#platform/lists/find-row';
import { sqlNow } from '#platform/time/clock';
import { freshFactorMinutes, sessionLifetimes } from '../rules';
import { identityEvents } from '../schemas';
import { isActiveAccount, isLiveStaffSession, type OpenedSession } from '../sessions.server';
import { deviceOf } from '../browsers.server';
import { passwordFits, spendStep, type StaffRow, stepOfCode, takeStaffTry } from './factors.server';
import { requireFreshFactor } from '../step-up.server';
import { staffAccount, staffSession } from '../tables/staff.server';

/** Who manages accounts: an admin, or our own command line and seed. */
export type Manager = ActorOf<'staff'> | ActorOf<'system'>;

/** Accounts of staff are the admins' business. */
export const mayManageStaff = (actor: Actor): boolean =>
  actor.kind === 'system' || (actor.kind === 'staff' && actor.role === 'admin');

/** Throws `forbidden`; with `fresh`, also `step_up` when the second factor was shown too long ago. */
export async function requireManager(ctx: Ctx<Manager>, { fresh = false } = {}): Promise<void> {
  if (!mayManageStaff(ctx.actor)) throw new AppError('forbidden');
  if (fresh) await requireFreshFactor(ctx);
}

/** How an address is stored and compared. */
export const asEmail = (text: string): string => normalized(text, 'NFC').trim().toLowerCase();

/** The account, locked until the transaction ends. Throws `not_found`. */
export async function lockAccount(tx: TxCtx, id: string): Promise<StaffRow> {
  return requireRow(tx, staffAccount, id, { lock: 'update' });
}

/** The id of the account with an e-mail address, however it is spelled. Throws `forbidden`, `not_found`. */
export async function staffIdOf(ctx: Ctx<Manager>, email: string): Promise<string> {
  await requireManager(ctx);
  const [row] = await ctx.db
    .select({ id: staffAccount.id })
    .from(staffAccount)
    .where(eq(staffAccount.email, asEmail(email)));
  if (!row) throw new AppError('not_found');
  return row.id;
}

/**
 * Locks all admins who can sign in, in one order, and answers whether `leaving` is the only one: two who demote each
 * other at once leave one. Called before any account is locked by itself.
 */
export async function isOnlyAdmin(tx: TxCtx, leaving: string): Promise<boolean> {
  const admins = await tx.db
    .select({ id: staffAccount.id })
    .from(staffAccount)
    .where(and(eq(staffAccount.role, 'admin'), isActiveAccount))
    .orderBy(asc(staffAccount.id))
    .for('update');
  return admins.length === 1 && admins[0]!.id === leaving;
}

/** As {@link isOnlyAdmin}; throws `last_admin` when it is. */
export async function keepAnAdmin(tx: TxCtx, leaving: string): Promise<void> {
  if (await isOnlyAdmin(tx, leaving)) throw new AppError('last_admin');
}

/** Ends every session of an account; returns how many were live. From the commit on nobody gets in with them. */
export async function endAllSessions(tx: TxCtx, staffId: string): Promise<number> {
  const ended = await tx.db
    .update(staffSession)
    .set({ endedAt: sqlNow })
    .where(and(eq(staffSession.staffId, staffId), isNull(staffSession.endedAt)))
    .returning({ id: staffSession.id });
  return ended.length;
}

/** Ends one live session of an account and says so in the log. Throws `not_found`. */
async function endOne(
  ctx: Ctx<Manager>,
  { staffId, sessionId }: { staffId: string; sessionId: string },
): Promise<void> {
  await withTransaction(ctx, async (tx) => {
    const own = and(eq(staffSession.id, sessionId), eq(staffSession.staffId, staffId));
    const ended =
      isId(sessionId) && isId(staffId)
        ? await tx.db
            .update(staffSession)
            .set({ endedAt: sqlNow })
            .where(and(own, isLiveStaffSession))
            .returning({ id: staffSession.id })
        : [];
    if (ended.length === 0) throw new AppError('not_found');
    await audit(tx, {
      action: 'identity.staff-session-ended',
      object: { type: 'staff-session', id: sessionId },
      details: { staffId },
    });
  });
}

/** Ends one of the acting person's own sessions, also the one that asks. Throws `not_found`. */
export const endOwnStaffSession = (ctx: CtxOf<'staff'>, { id }: { id: string }): Promise<void> =>
  endOne(ctx, { staffId: ctx.actor.id, sessionId: id });

/** Ends a session of anybody of staff. Throws `forbidden`, `not_found`. */
export async function endStaffSession(
  ctx: Ctx<Manager>,
  input: { staffId: string; sessionId: string },
): Promise<void> {
  await requireManager(ctx);
  await endOne(ctx, input);
}

/** Ends all sessions of anybody of staff. Throws `forbidden`, `not_found`. */
export async function endStaffSessions(
  ctx: Ctx<Manager>,
  { staffId }: { staffId: string },
): Promise<void> {
  await requireManager(ctx);
  await withTransaction(ctx, async (tx) => {
    await lockAccount(tx, staffId);
    const ended = await endAllSessions(tx, staffId);
    await audit(tx, {
      action: 'identity.staff-sessions-ended',
      object: { type: 'staff', id: staffId },
      details: { ended },
    });
  });
}

/** Ends the session of a staff cookie; without one there is nothing to do. */
export async function signOutStaff(ctx: Ctx, token: string | null): Promise<void> {
  if (!token) return;
  await withTransaction(ctx, async (tx) => {
    const [ended] = await tx.db
      .update(staffSession)
      .set({ endedAt: sqlNow })
      .where(and(eq(staffSession.tokenHash, sha256(token)), isNull(staffSession.endedAt)))
      .returning({ id: staffSession.id, staffId: staffSession.staffId });
    if (!ended) return;
    await audit(tx, {
      action: 'identity.staff-signed-out',
      object: { type: 'staff-session', id: ended.id },
      details: { staffId: ended.staffId },
    });
  });
}

export interface StaffBrowser {
  /** The `User-Agent` as sent. */
  readonly userAgent: string | null;
  /** The token of the cookie that came along: its session ends, it is never adopted. */
  readonly sessionToken: string | null;
}

/** How staff sign in. Two factors of ours are shown with a password or a passkey; a provider shows none. */
export type StaffSignInWay = 'password' | 'passkey' | 'provider';

/** So long ago that it counts as no fresh factor. */
const notFresh = sql`platform.now() - make_interval(mins => ${freshFactorMinutes})`;

/** Opens a session of staff who were just let in, and ends the one the browser had. */
async function openStaffSession(
  ctx: TxCtx,
  { staffId, by }: { staffId: string; by: StaffSignInWay },
  { userAgent, sessionToken }: StaffBrowser,
): Promise<OpenedSession & { newDevice: boolean }> {
  if (sessionToken)
    await ctx.db
      .update(staffSession)
      .set({ endedAt: sqlNow })
      .where(and(eq(staffSession.tokenHash, sha256(sessionToken)), isNull(staffSession.endedAt)));
  const { idle, absolute } = (await readSetting(ctx, sessionLifetimes)).staff;
  const id = newId();
  const token = newToken();
  const device = deviceOf(userAgent);
  const ip = addressBlock(ctx.ip);
  const newDevice = await isNew(ctx, { staffId, device, ip });
  await ctx.db.insert(staffSession).values({
    id,
    tokenHash: sha256(token),
    staffId,
    idleSeconds: inSeconds(idle),
    createdAt: sqlNow,
    lastSeenAt: sqlNow,
    provedAt: by === 'provider' ? notFresh : sqlNow,
    expiresAt: sql`platform.now() + make_interval(secs => ${inSeconds(absolute)})`,
    ip,
    device,
    signedInBy: by,
  });
  return { id, token, maxAgeSeconds: inSeconds(absolute), newDevice };
}

/** Sessions are kept for thirty days after their end; a device that was away for longer counts as new. */
async function isNew(
  ctx: TxCtx,
  { staffId, device, ip }: { staffId: string; device: string; ip: string },
): Promise<boolean> {
  const [known] = await ctx.db
    .select({ id: staffSession.id })
    .from(staffSession)
    .where(
      and(
        eq(staffSession.staffId, staffId),
        eq(staffSession.device, device),
        eq(staffSession.ip, ip),
      ),
    )
    .limit(1);
  return !known;
}

/** Opens the session of an account that may come in, in the transaction that spent what was shown. */
export async function enter(
  tx: TxCtx,
  account: Pick<StaffRow, 'id' | 'role'>,
  browser: StaffBrowser,
  by: StaffSignInWay,
): Promise<OpenedSession> {
  const { id, role } = account;
  const { newDevice, ...session } = await openStaffSession(tx, { staffId: id, by }, browser);
  await audit(actAs(tx, { kind: 'staff', id, role, sessionId: session.id }), {
    action: 'identity.staff-sign-in',
    object: { type: 'staff-session', id: session.id },
    details: { by, newDevice },
  });
  await publish(tx, identityEvents['identity.staff-signed-in'], { staffId: id, newDevice });
  return session;
}

interface StaffCredentials {
  readonly email: string;
  readonly password: string;
  /** Six digits of the authenticator app; spaces do no harm. */
  readonly code: string;
}

/**
 * Signs staff in with password and code. Wrong password, wrong or used code, unknown, disabled and not
 * enrolled answer alike, after the same work: `invalid_credentials`; too many tries `too_many_requests`.
 */
export async function signInStaff(
  ctx: Ctx,
  { email, password, code }: StaffCredentials,
  browser: StaffBrowser,
): Promise<OpenedSession> {
  const address = asEmail(email);
  const forgive = await takeStaffTry(ctx, address);
  const [account] = await ctx.db.select().from(staffAccount).where(eq(staffAccount.email, address));
  const open = account?.enrolledAt && !account.disabledAt ? account : undefined;
  const fits = await passwordFits(ctx.services.env.mode, open?.passwordHash ?? null, password);
  const step = await stepOfCode(ctx, open, code);
  const session =
    open && fits && step !== null
      ? await withTransaction(ctx, async (tx) =>
          (await spendStep(tx, open, step, { signsIn: true }))
            ? enter(tx, open, browser, 'password')
            : null,
        )
      : null;
  if (!session) throw await refused(ctx, account, fits);
  await forgive();
  return session;
}

async function refused(
  ctx: Ctx,
  account: StaffRow | undefined,
  passwordWasRight: boolean,
): Promise<AppError> {
  await audit(actAs(ctx, { kind: 'anonymous' }), {
    action: 'identity.staff-sign-in',
    outcome: 'refused',
    ...(account ? { object: { type: 'staff', id: account.id } } : {}),
    details: { known: account !== undefined, passwordWasRight },
  });
  return new AppError('invalid_credentials');
}

/** The session under its new token; the cookie keeps the age it had. */
export interface RenewedSession {
  readonly token: string;
  readonly maxAgeSeconds: number;
}

/**
 * Shows the second factor again: sensitive acts are free for ten minutes. Counts as a try of the account, as
 * a sign-in does. Throws `invalid_credentials`, `too_many_requests`, `unauthenticated`.
 */
export async function stepUpWithCode(ctx: CtxOf<'staff'>, code: string): Promise<RenewedSession> {
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
export async function refuseStepUp(ctx: CtxOf<'staff'>): Promise<never> {
  await audit(ctx, {
    action: 'identity.staff-step-up',
    outcome: 'refused',
    object: { type: 'staff-session', id: ctx.actor.sessionId },
  });
  throw new AppError('invalid_credentials');
}

/** Marks the session as freshly proved under a new token; the old one is dead. Throws `unauthenticated`. */
export async function renewProof(
  tx: TxCtxOf<'staff'>,
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
    details: { by },
  });
  const left = row.expiresAt.getTime() - row.provedAt.getTime();
  return { token, maxAgeSeconds: Math.floor(left / 1_000) };
}
