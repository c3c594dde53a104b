import { and, eq, gt, isNull, sql, type SQL } from 'drizzle-orm';
import type { Ctx } from '#platform/context';
import { sha256 } from '#platform/ids';
import { session } from '../tables.server';
import type { Principal } from './open-session.server';

export type SessionRow = typeof session.$inferSelect;

/** What makes a session live, by the database's clock. */
export const isLive: SQL = and(
  isNull(session.endedAt),
  gt(session.expiresAt, sql`platform.now()`),
  sql`${session.lastSeenAt} + make_interval(secs => ${session.idleSeconds}) > platform.now()`,
)!;

/** The live session of a token; null when it is unknown, ended, expired or another principal's. */
export async function findLiveSession(
  ctx: Ctx,
  { principal, token }: { principal: Principal; token: string },
): Promise<SessionRow | null> {
  const [row] = await ctx.db
    .select()
    .from(session)
    .where(and(eq(session.tokenHash, sha256(token)), eq(session.principal, principal), isLive));
  return row ?? null;
}
