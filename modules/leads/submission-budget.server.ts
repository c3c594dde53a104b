import type { ActorOf } from '#platform/actor';
import type { TxCtx } from '#platform/context';
import { days, hours } from '#platform/duration';
import { AppError } from '#platform/errors';
import { takePoint } from '#platform/rate-limit';
import { readSetting } from '#platform/settings';
import { leadBudgets } from './settings';

/**
 * Takes one of the acting patient's requests per hour and per day; the same `leadId` never takes two. Falls
 * back with the transaction.
 *
 * @throws AppError `too_many_requests` with the seconds until the next one is free.
 */
export async function takeSubmissionPoint(
  ctx: TxCtx<ActorOf<'patient'>>,
  leadId: string,
): Promise<void> {
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
}
