import { and, eq, sql } from 'drizzle-orm';
import type { ActorOf } from '#platform/actor';
import type { Ctx } from '#platform/context';
import { AppError } from '#platform/errors';
import { staffSession } from '../tables.server';
import { isLiveStaffSession } from './live-session.server';
import { freshFactorMinutes } from './settings';

/**
 * For sensitive acts: the acting session must have shown a second factor within the last ten minutes. Throws
 * `step_up` when it has not, `unauthenticated` when it ended meanwhile. Our own processes have no session.
 */
export async function requireFreshFactor(
  ctx: Ctx<ActorOf<'staff'> | ActorOf<'system'>>,
): Promise<void> {
  if (ctx.actor.kind === 'system') return;
  const [row] = await ctx.db
    .select({
      fresh: sql<boolean>`${staffSession.provedAt} > platform.now() - make_interval(mins => ${freshFactorMinutes})`,
    })
    .from(staffSession)
    .where(and(eq(staffSession.id, ctx.actor.sessionId), isLiveStaffSession));
  if (!row) throw new AppError('unauthenticated');
  if (!row.fresh) throw new AppError('step_up');
}
