import { and, eq } from 'drizzle-orm';
import type { ActorOf } from '#platform/actor';
import { audit } from '#platform/audit';
import { transaction, type Ctx } from '#platform/context';
import { dispatch } from '#platform/flow';
import type { LeadDto } from '../dto';
import { leadFlow } from '../lead.flow.server';
import { ownLead } from '../repo.server';
import { lead } from '../tables.server';
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
    await dispatch(tx, leadFlow, { id, event: { type: 'leads.cancel' } });
    const [row] = await tx.db
      .update(lead)
      .set({ cancelReason: reason })
      .where(and(eq(lead.id, id), eq(lead.patientId, ctx.actor.id)))
      .returning();
    await audit(tx, { action: 'leads.cancel', object: { type: 'lead', id } });
    return toOwnLead(ctx, row!);
  });
}
