import { and, asc, eq, isNull } from 'drizzle-orm';
import { audit, withTransaction } from '#engine';
import type { Actor, ActorOf } from '#platform/base/actor';
import { AppError } from '#platform/base/errors';
import { isId, sha256 } from '#platform/base/ids';
import type { Ctx, TxCtx } from '#platform/context';
import { normalized } from '#platform/text/text';
import { sqlNow } from '#platform/time/clock';
import { isActiveAccount, isLiveStaffSession } from '../sessions/sessions.server';
import type { StaffRow } from './totp.server';
import { requireFreshFactor } from '../step-up.server';
import { staffAccount, staffSession } from '../tables.server';

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
  const [row] = isId(id)
    ? await tx.db.select().from(staffAccount).where(eq(staffAccount.id, id)).for('update')
    : [];
  if (!row) throw new AppError('not_found');
  return row;
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
 * Locks all admins who can sign in, in one order, and throws `last_admin` when `leaving` is the only one: two
 * who demote each other at once leave one. Called before any account is locked by itself.
 */
export async function keepAnAdmin(tx: TxCtx, leaving: string): Promise<void> {
  const admins = await tx.db
    .select({ id: staffAccount.id })
    .from(staffAccount)
    .where(and(eq(staffAccount.role, 'admin'), isActiveAccount))
    .orderBy(asc(staffAccount.id))
    .for('update');
  if (admins.length === 1 && admins[0]!.id === leaving) throw new AppError('last_admin');
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
      facts: { staffId },
    });
  });
}

/** Ends one of the acting person's own sessions, also the one that asks. Throws `not_found`. */
export const endOwnStaffSession = (
  ctx: Ctx<ActorOf<'staff'>>,
  { id }: { id: string },
): Promise<void> => endOne(ctx, { staffId: ctx.actor.id, sessionId: id });

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
      facts: { ended },
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
      facts: { staffId: ended.staffId },
    });
  });
}
