import { eq } from 'drizzle-orm';
import type { ActorOf } from '#platform/actor';
import { audit } from '#platform/audit';
import { transaction, type Ctx } from '#platform/context';
import { dispatch } from '#platform/flow';
import { leadFlow } from '../lead.flow.server';
import { lead } from '../tables.server';

type Reviewer = Ctx<ActorOf<'staff'> | ActorOf<'system'>>;

/**
 * Publishes a request before its window ends, or one in which the checks found something.
 *
 * @throws AppError `not_found`, `event_refused`
 */
export async function approveLead(ctx: Reviewer, { leadId }: { leadId: string }): Promise<void> {
  await transaction(ctx, async (tx) => {
    await dispatch(tx, leadFlow, { id: leadId, event: { type: 'leads.approve' } });
    await audit(tx, { action: 'leads.approve', object: { type: 'lead', id: leadId } });
  });
}

/**
 * Refuses a request that was not published yet. The patient reads the reason.
 *
 * @throws AppError `not_found`, `event_refused`
 */
export async function rejectLead(
  ctx: Reviewer,
  { leadId, reason }: { leadId: string; reason: string },
): Promise<void> {
  await transaction(ctx, async (tx) => {
    await dispatch(tx, leadFlow, { id: leadId, event: { type: 'leads.reject' } });
    await tx.db.update(lead).set({ cancelReason: reason }).where(eq(lead.id, leadId));
    await audit(tx, { action: 'leads.reject', object: { type: 'lead', id: leadId }, reason });
  });
}
