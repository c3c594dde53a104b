import { audit, withTransaction } from '#engine';
import type { ActorOf } from '#platform/base/actor';
import type { Ctx } from '#platform/context';
import { AppError } from '#platform/base/errors';
import { endSessionOf, endSessionsOf } from '../sessions/end-session.server';

type Party = ActorOf<'patient'> | ActorOf<'clinic'>;

/** Ends one of the acting person's own sessions. Throws `not_found` for anybody else's. */
export async function endOwnSession(ctx: Ctx<Party>, { id }: { id: string }): Promise<void> {
  await withTransaction(ctx, async (tx) => {
    const own = { principal: ctx.actor.kind, subjectId: ctx.actor.id, id } as const;
    if (!(await endSessionOf(tx, own))) throw new AppError('not_found');
    await audit(tx, { action: 'identity.session-ended', object: { type: 'session', id } });
  });
}

/** Ends every session of the acting person but the one that asks (security 26); answers how many. */
export async function endOtherSessions(ctx: Ctx<Party>): Promise<number> {
  const { kind: principal, id: subjectId, sessionId: except } = ctx.actor;
  return withTransaction(ctx, async (tx) => {
    const ended = await endSessionsOf(tx, { principal, subjectId, except });
    const object = { type: principal, id: subjectId };
    await audit(tx, { action: 'identity.sessions-ended', object, facts: { ended } });
    return ended;
  });
}
