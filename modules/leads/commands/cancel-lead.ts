import type { ActorOf } from '#platform/actor';
import { transaction, type Ctx } from '#platform/context';
import { dispatch } from '#platform/flow';
import type { LeadDto } from '../dto';
import { leadFlow } from '../lead.flow.server';
import { ownLead } from '../repo.server';
import { toOwnLead } from '../to-dto';

/**
 * The acting patient takes a request back, with a reason or without.
 *
 * @throws AppError `not_found`; `event_refused` when it is over already.
 */
export async function cancelLead(
  ctx: Ctx<ActorOf<'patient'>>,
  { leadId, reason }: { leadId: string; reason: string | null },
): Promise<LeadDto> {
  return transaction(ctx, async (tx) => {
    const { id } = await ownLead(tx, leadId);
    const event = { type: 'leads.cancel' } as const;
    await dispatch(tx, leadFlow, { id, event, note: reason ?? undefined });
    return toOwnLead(ctx, await ownLead(tx, id));
  });
}
