import { and, desc, eq } from 'drizzle-orm';
import type { ActorOf } from '#platform/base/actor';
import type { Ctx } from '#platform/context';
import { isLive } from '../sessions/live-session.server';
import { session } from '../tables.server';

export interface OwnSession {
  readonly id: string;
  readonly createdAt: Date;
  readonly lastSeenAt: Date;
  readonly sharedDevice: boolean;
  /** The one that asks. */
  readonly current: boolean;
}

/** The live sessions of the acting patient or clinic, last used first. */
export async function ownSessions(
  ctx: Ctx<ActorOf<'patient'> | ActorOf<'clinic'>>,
): Promise<OwnSession[]> {
  const { id, createdAt, lastSeenAt, sharedDevice } = session;
  const rows = await ctx.db
    .select({ id, createdAt, lastSeenAt, sharedDevice })
    .from(session)
    .where(and(eq(session.principal, ctx.actor.kind), eq(session.subjectId, ctx.actor.id), isLive))
    .orderBy(desc(session.lastSeenAt));
  return rows.map((row) => ({ ...row, current: row.id === ctx.actor.sessionId }));
}
