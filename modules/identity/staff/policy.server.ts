import type { Actor, ActorOf } from '#platform/base/actor';
import type { Ctx } from '#platform/context';
import { AppError } from '#platform/base/errors';
import { requireFreshFactor } from '../step-up/fresh-factor.server';

/** Who manages accounts: an admin, or our own command line and seed. */
export type Manager = ActorOf<'staff'> | ActorOf<'system'>;

/** Accounts of staff are the admins' business. */
export const mayManageStaff = (actor: Actor): boolean =>
  actor.kind === 'system' || (actor.kind === 'staff' && actor.role === 'admin');

/** Throws `forbidden`; with `fresh`, also `step_up` when the second factor was shown too long ago. */
export async function requireManager(ctx: Ctx<Manager>, { fresh = false } = {}): Promise<void> {
  if (!mayManageStaff(ctx.actor)) throw new AppError('forbidden');
  if (fresh) await requireFreshFactor(ctx);
}
