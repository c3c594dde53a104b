import type { ActorOf } from '#platform/actor';
import type { TxCtx } from '#platform/context';
import { days, hours } from '#platform/duration';
import { AppError } from '#platform/errors';
import { takePoint } from '#platform/rate-limit';
import { readSetting } from '#platform/settings';
import type { LeadDto } from '../dto';
import { findOwnLead } from '../repo.server';
import { leadBudgets } from '../settings';
import { toOwnLead } from '../to-dto';

/**
 * Lets the acting patient's submissions in one at a time until the caller's transaction ends, each against the
 * budgets per hour and per day. Answers with the request that this `leadId` already became, null when it
 * is new.
 *
 * @throws AppError `too_many_requests` with the seconds until the next one is free.
 */
export async function admitSubmission(
  ctx: TxCtx<ActorOf<'patient'>>,
  { leadId }: { leadId: string },
): Promise<LeadDto | null> {
  const known = await findOwnLead(ctx, leadId);
  if (known) return toOwnLead(ctx, known);
  const { perHour, perDay } = await readSetting(ctx, leadBudgets);
  const rules = [
    { name: 'leads.submissions-per-hour', limit: perHour, window: hours(1) },
    { name: 'leads.submissions-per-day', limit: perDay, window: days(1) },
  ];
  for (const rule of rules) {
    const taken = await takePoint(ctx, rule, ctx.actor.id, leadId);
    if (!taken.allowed)
      throw new AppError('too_many_requests', { retryAfterSeconds: taken.retryAfterSeconds });
  }
  // The points' rows are locked now: whoever came first with this id has committed.
  const first = await findOwnLead(ctx, leadId);
  return first && toOwnLead(ctx, first);
}
