import { and, eq } from 'drizzle-orm';
import type { ActorOf, Side } from '#platform/base/actor';
import { isAmong } from '#platform/base/columns.server';
import { AppError } from '#platform/base/errors';
import type { Ctx, TxCtx } from '#platform/context';
import { isLive } from './sessions.server';
import { session } from './tables.server';

/** Which of some sessions hold at this moment; each by its id, of people who are signed in. */
export async function liveSessionsAmong(
  ctx: Ctx,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const rows = await ctx.db
    .select({ id: session.id })
    .from(session)
    .where(and(isAmong(session.id, ids), eq(session.phase, 'full'), isLive));
  return new Set(rows.map(({ id }) => id));
}

/**
 * Holds the acting session until the transaction ends: whoever ends it meanwhile waits, and finds what was added to it.
 *
 * @throws AppError `unauthenticated` when it ended; `shared_device` where others may sit before the browser next
 */
export async function holdOwnSession(ctx: TxCtx<ActorOf<Side>>): Promise<void> {
  const [row] = await ctx.db
    .select({ sharedDevice: session.sharedDevice })
    .from(session)
    .where(and(eq(session.id, ctx.actor.sessionId), isLive))
    .for('share');
  if (!row) throw new AppError('unauthenticated');
  if (row.sharedDevice) throw new AppError('shared_device');
}
