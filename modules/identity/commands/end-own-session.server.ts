import { audit } from '#platform/audit';
import type { ActorOf } from '#platform/actor';
import { transaction, type Ctx } from '#platform/context';
import { AppError } from '#platform/errors';
import { endSessionOf } from '../sessions/end-session.server';

/** Ends one of the acting patient's own sessions. Throws `not_found` for anybody else's. */
export async function endOwnSession(
  ctx: Ctx<ActorOf<'patient'>>,
  { id }: { id: string },
): Promise<void> {
  await transaction(ctx, async (tx) => {
    const own = { principal: 'patient', subjectId: ctx.actor.id, id } as const;
    if (!(await endSessionOf(tx, own))) throw new AppError('not_found');
    await audit(tx, { action: 'identity.session-ended', object: { type: 'session', id } });
  });
}
