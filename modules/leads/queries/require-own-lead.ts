import type { ActorOf } from '#platform/actor';
import type { Ctx } from '#platform/context';
import { ownLead } from '../repo.server';

/** @throws AppError `not_found`, the same for a request of somebody else and for none */
export const requireOwnLead = async (
  ctx: Ctx<ActorOf<'patient'>>,
  { leadId }: { leadId: string },
): Promise<void> => void (await ownLead(ctx, leadId));
