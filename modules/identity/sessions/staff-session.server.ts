import { and, eq, gt, isNotNull, isNull, sql, type SQL } from 'drizzle-orm';
import type { ActorOf } from '#platform/base/actor';
import { sqlNow } from '#platform/time/clock';
import type { Ctx } from '#platform/context';
import { sha256 } from '#platform/base/ids';
import { staffAccount, staffSession } from '../tables.server';

/** What makes a session of staff live, by the database's clock; the account must be able to sign in as well. */
export const isLiveStaffSession: SQL = and(
  isNull(staffSession.endedAt),
  gt(staffSession.expiresAt, sql`platform.now()`),
  sql`${staffSession.lastSeenAt} + make_interval(secs => ${staffSession.idleSeconds}) > platform.now()`,
)!;

/** What lets an account in at all. */
export const isActiveAccount: SQL = and(
  isNull(staffAccount.disabledAt),
  isNotNull(staffAccount.enrolledAt),
)!;

/**
 * The actor behind a staff cookie. Role and switch are read from the account's row each time, so that a
 * change of either holds for the next request.
 */
export async function resolveStaffSession(
  ctx: Ctx,
  { token, renew }: { token: string; renew: boolean },
): Promise<ActorOf<'staff'> | null> {
  const [row] = await ctx.db
    .select({ id: staffAccount.id, role: staffAccount.role, sessionId: staffSession.id, rested })
    .from(staffSession)
    .innerJoin(staffAccount, eq(staffAccount.id, staffSession.staffId))
    .where(and(eq(staffSession.tokenHash, sha256(token)), isLiveStaffSession, isActiveAccount));
  if (!row) return null;
  const { rested: due, ...actor } = row;
  if (renew && due) await touch(ctx, actor.sessionId);
  return { kind: 'staff', ...actor };
}

/** A write per half minute at most: small against the fifteen minutes that a session may rest. */
const rested = sql<boolean>`${staffSession.lastSeenAt} < platform.now() - interval '30 seconds'`;

async function touch(ctx: Ctx, id: string): Promise<void> {
  await ctx.db
    .update(staffSession)
    .set({ lastSeenAt: sqlNow })
    .where(and(eq(staffSession.id, id), rested));
}
