import type { ActorOf } from '#platform/actor';
import type { Ctx } from '#platform/context';
import { dispatch } from '#platform/flow';
import { leadFlow } from '../lead.flow.server';

type Reviewer = Ctx<ActorOf<'staff'> | ActorOf<'system'>>;

/**
 * Publishes a request before its window ends, or one in which the checks found something.
 *
 * @throws AppError `not_found`, `event_refused`
 */
export async function approveLead(ctx: Reviewer, { leadId }: { leadId: string }): Promise<void> {
  await dispatch(ctx, leadFlow, { id: leadId, event: { type: 'leads.approve' } });
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
  await dispatch(ctx, leadFlow, { id: leadId, event: { type: 'leads.reject' }, reason });
}

/**
 * Asks the patient to change a request that was not published yet. The patient reads the reason.
 *
 * @throws AppError `not_found`, `event_refused`
 */
export async function sendLeadBack(
  ctx: Reviewer,
  { leadId, reason }: { leadId: string; reason: string },
): Promise<void> {
  await dispatch(ctx, leadFlow, { id: leadId, event: { type: 'leads.send-back' }, reason });
}
