import type { Actor, ActorOf } from '#platform/base/actor';
import { actAs, type Ctx } from '#platform/context';
import { AppError } from '#platform/base/errors';

/** The acting pre-session; `unauthenticated` when it ran out while somebody was typing. */
export function verified(ctx: Ctx<Actor>): Ctx<ActorOf<'phone-verified'>> {
  if (ctx.actor.kind !== 'phone-verified') throw new AppError('unauthenticated');
  return actAs(ctx, ctx.actor);
}
