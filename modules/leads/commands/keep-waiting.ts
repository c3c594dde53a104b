import type { ActorOf } from '#platform/actor';
import { transaction, type Ctx } from '#platform/context';
import { dispatch } from '#platform/flow';
import type { LeadDto } from '../dto';
import { leadFlow } from '../lead.flow.server';
import { ownLead } from '../repo.server';
import { toOwnLead } from '../to-dto';

/**
 * The acting patient's answer to missing offers: leave the request open until it expires.
 *
 * @throws AppError `not_found`; `event_refused` when nobody asked.
 */
export async function keepWaiting(
  ctx: Ctx<ActorOf<'patient'>>,
  { leadId }: { leadId: string },
): Promise<LeadDto> {
  return transaction(ctx, async (tx) => {
    const { id } = await ownLead(tx, leadId);
    await dispatch(tx, leadFlow, { id, event: { type: 'leads.keep-waiting' } });
    return toOwnLead(ctx, await ownLead(tx, id));
  });
}
