import { and, eq, sql } from 'drizzle-orm';
import type { Actor } from '#platform/actor';
import { sqlNow } from '#platform/clock';
import type { Ctx } from '#platform/context';
import { isApproved } from '../clinics/account.server';
import { resolveStaffSession } from '../staff/live-session.server';
import { clinicAccount, patient, session } from '../tables.server';
import { findLiveSession, type SessionRow } from './live-session.server';
import type { Principal } from './open-session.server';

/** The actor behind a session cookie; null when the session is unknown, expired or revoked. `renew` extends the idle time. */
export async function resolveSession(
  ctx: Ctx,
  { principal, token, renew }: { principal: Principal; token: string; renew: boolean },
): Promise<Actor | null> {
  if (principal === 'staff') return resolveStaffSession(ctx, { token, renew });
  const row = await findLiveSession(ctx, { principal, token });
  if (!row) return null;
  if (renew) await touch(ctx, row);
  return actorOf(ctx, row);
}

async function actorOf(ctx: Ctx, row: SessionRow): Promise<Actor | null> {
  const { id: sessionId, principal, phase, phone, subjectId } = row;
  if (principal === 'staff' || !phone) return null;
  // Somebody who owes a second proof may do no more than somebody without a profile.
  if (phase !== 'full') return { kind: 'phone-verified', role: principal, phone, sessionId };
  if (!subjectId) return null;
  if (principal === 'patient') return { kind: 'patient', id: subjectId, phone, sessionId };
  const approved = await isApproved(ctx, subjectId);
  return approved === null ? null : { kind: 'clinic', id: subjectId, phone, sessionId, approved };
}

/** A write per minute at most: idle times are hours, and every request passes here. */
async function touch(ctx: Ctx, row: SessionRow): Promise<void> {
  const touched = await ctx.db
    .update(session)
    .set({ lastSeenAt: sqlNow })
    .where(
      and(
        eq(session.id, row.id),
        sql`${session.lastSeenAt} < platform.now() - interval '1 minute'`,
      ),
    )
    .returning({ id: session.id });
  if (touched.length === 0 || row.phase !== 'full' || !row.subjectId) return;
  const account = row.principal === 'clinic' ? clinicAccount : patient;
  await ctx.db.update(account).set({ lastSeenAt: sqlNow }).where(eq(account.id, row.subjectId));
}
