import { audit } from '#platform/audit';
import type { ActorOf } from '#platform/actor';
import type { Ctx } from '#platform/context';
import { AppError } from '#platform/errors';
import { isSamePhone } from '../phone';

/**
 * A phone in a body or a path is a claim: it must be the session's own, in whatever spelling. Otherwise
 * writes an audit row and throws `forbidden`. Call it outside a transaction, or the row goes with it.
 */
export async function requireOwnPhone(
  ctx: Ctx<ActorOf<'patient'> | ActorOf<'clinic'> | ActorOf<'phone-verified'>>,
  claimed: string,
): Promise<void> {
  if (isSamePhone(claimed, ctx.actor.phone)) return;
  await audit(ctx, { action: 'identity.foreign-phone', outcome: 'refused' });
  throw new AppError('forbidden');
}
