import { and, eq, sql } from 'drizzle-orm';
import type { ActorOf } from '#platform/base/actor';
import type { Ctx } from '#platform/context';
import { AppError } from '#platform/base/errors';
import type { AccountActor } from '../account-owner';
import { isLive } from '../sessions/live-session.server';
import { isLiveStaffSession } from '../sessions/staff-session.server';
import { freshFactorMinutes } from '../rules';
import { session, staffSession } from '../tables.server';

type Signed = AccountActor | ActorOf<'staff'>;

const sinceFresh = sql`platform.now() - make_interval(mins => ${freshFactorMinutes})`;

/**
 * Whether the acting session has shown a code or a passkey within the last ten minutes; signing in shows one.
 * Throws `unauthenticated` when it ended meanwhile.
 */
export async function hasFreshFactor(ctx: Ctx<Signed>): Promise<boolean> {
  const [row] =
    ctx.actor.kind === 'staff'
      ? await ctx.db
          .select({ fresh: sql<boolean>`${staffSession.provedAt} > ${sinceFresh}` })
          .from(staffSession)
          .where(and(eq(staffSession.id, ctx.actor.sessionId), isLiveStaffSession))
      : await ctx.db
          .select({ fresh: sql<boolean>`coalesce(${session.provedAt} > ${sinceFresh}, false)` })
          .from(session)
          .where(and(eq(session.id, ctx.actor.sessionId), isLive));
  if (!row) throw new AppError('unauthenticated');
  return row.fresh;
}

/**
 * For sensitive acts of everybody (security 29). Throws `step_up` without a fresh proof, `unauthenticated` when
 * the session ended meanwhile. Our own processes have no session.
 */
export async function requireFreshFactor(ctx: Ctx<Signed | ActorOf<'system'>>): Promise<void> {
  const { actor } = ctx;
  if (actor.kind === 'system') return;
  if (!(await hasFreshFactor({ ...ctx, actor }))) throw new AppError('step_up');
}
