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
    const row = await ownLead(tx, leadId);
    const event = { type: 'leads.cancel' } as const;
    await dispatch(tx, leadFlow, { id: row.id, event, note: reason ?? undefined });
    // What a request says is fixed at submission; of what is shown only these two can have changed.
    return toOwnLead(ctx, { ...row, status: 'cancelled', offersCount: 0 });
  });
}
