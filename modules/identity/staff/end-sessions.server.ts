import { and, eq, isNull } from 'drizzle-orm';
import type { ActorOf } from '#platform/base/actor';
import { audit, withTransaction } from '#engine';
import { sqlNow } from '#platform/time/clock';
import type { Ctx, TxCtx } from '#platform/context';
import { AppError } from '#platform/base/errors';
import { isId } from '#platform/base/ids';
import { staffSession } from '../tables.server';
import { lockAccount } from './account.server';
import { isLiveStaffSession } from '../sessions/staff-session.server';
import { requireManager, type Manager } from './policy.server';

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
