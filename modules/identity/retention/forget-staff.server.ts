import { lt, sql } from 'drizzle-orm';
import type { Ctx } from '#platform/context';
import { staffChallenge, staffInvite, staffSession } from '../tables.server';

const monthAgo = sql`platform.now() - interval '30 days'`;

/**
 * Removes what staff leave behind: challenges after a day, links and sessions thirty days after their end, so
 * that a device that was seen in that time is known. Returns how many rows went.
 */
export async function forgetOldOfStaff(ctx: Ctx): Promise<number> {
  const challenges = await ctx.db
    .delete(staffChallenge)
    .where(lt(staffChallenge.createdAt, sql`platform.now() - interval '1 day'`))
    .returning({ id: staffChallenge.id });
  const invites = await ctx.db
    .delete(staffInvite)
    .where(sql`least(${staffInvite.expiresAt}, ${staffInvite.usedAt}) < ${monthAgo}`)
    .returning({ id: staffInvite.id });
  const sessions = await ctx.db
    .delete(staffSession)
    .where(sql`least(${staffSession.expiresAt}, ${staffSession.endedAt}) < ${monthAgo}`)
    .returning({ id: staffSession.id });
  return challenges.length + invites.length + sessions.length;
}
