import { and, eq, isNull, ne, or, type SQL } from 'drizzle-orm';
import { sqlNow } from '#platform/time/clock';
import type { Ctx } from '#platform/context';
import { AppError } from '#platform/base/errors';
import { sha256 } from '#platform/base/ids';
import { session } from '../tables.server';
import type { Principal } from './open-session.server';

const endWhere = async (ctx: Ctx, which: SQL): Promise<string[]> => {
  const ended = await ctx.db
    .update(session)
    .set({ endedAt: sqlNow })
    .where(and(which, isNull(session.endedAt)))
    .returning({ id: session.id });
  return ended.map(({ id }) => id);
};

/** Ends the session of a cookie; null when there was none. From its commit on, no request gets in with it. */
export async function endSessionOfToken(
  ctx: Ctx,
  { principal, token }: { principal: Principal; token: string },
): Promise<string | null> {
  const byToken = and(eq(session.tokenHash, sha256(token)), eq(session.principal, principal))!;
  return (await endWhere(ctx, byToken))[0] ?? null;
}

/** Ends one session because another takes its place. Throws `unauthenticated` when it ended meanwhile. */
export async function exchangeSession(
  ctx: Ctx,
  id: string,
): Promise<{ sharedDevice: boolean; provedAt: Date | null }> {
  const [ended] = await ctx.db
    .update(session)
    .set({ endedAt: sqlNow })
    .where(and(eq(session.id, id), isNull(session.endedAt)))
    .returning({ sharedDevice: session.sharedDevice, provedAt: session.provedAt });
  if (!ended) throw new AppError('unauthenticated');
  return ended;
}

/** Ends one session by its id, if it is the subject's own. */
export async function endSessionOf(
  ctx: Ctx,
  { principal, subjectId, id }: { principal: Principal; subjectId: string; id: string },
): Promise<boolean> {
  const own = and(
    eq(session.id, id),
    eq(session.principal, principal),
    eq(session.subjectId, subjectId),
  )!;
  return (await endWhere(ctx, own)).length > 0;
}

/** Ends all sessions of a subject, but for `except`; returns how many. For suspension, deletion, and by choice. */
export async function endSessionsOf(
  ctx: Ctx,
  { principal, subjectId, except }: { principal: Principal; subjectId: string; except?: string },
): Promise<number> {
  const all = and(
    eq(session.principal, principal),
    eq(session.subjectId, subjectId),
    except ? ne(session.id, except) : undefined,
  )!;
  return (await endWhere(ctx, all)).length;
}

/** Ends all sessions of a subject and of its number in that role, those on the way in with it. */
export async function endSessionsOnNumber(
  ctx: Ctx,
  { principal, subjectId, phone }: { principal: Principal; subjectId: string; phone: string },
): Promise<void> {
  const theirs = or(eq(session.subjectId, subjectId), eq(session.phone, phone));
  await endWhere(ctx, and(eq(session.principal, principal), theirs)!);
}
