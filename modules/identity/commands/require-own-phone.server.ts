import type { ActorOf } from '#platform/base/actor';
import type { Ctx } from '#platform/context';
import { AppError } from '#platform/base/errors';
import { isSamePhone } from '../phone';

/**
 * A phone in a body or a path is a claim: it must be the session's own, in whatever spelling. Otherwise
 * throws `forbidden`, which the HTTP layer puts on record.
 */
export async function requireOwnPhone(
  ctx: Ctx<ActorOf<'patient'> | ActorOf<'clinic'> | ActorOf<'phone-verified'>>,
  claimed: string,
): Promise<void> {
  if (isSamePhone(claimed, ctx.actor.phone)) return;
  throw new AppError('forbidden');
}
