import type { ActorOf } from '#platform/actor';
import type { TxCtx } from '#platform/context';
import { days, hours } from '#platform/duration';
import { AppError } from '#platform/errors';
import { takePoints } from '#platform/rate-limit';
import { readSetting } from '#platform/settings';
import type { LeadFields } from '#contracts/consultation';
import type { LeadDto } from '../dto';
import { ownLead, standingOf, type Standing } from '../repo.server';
import { leadBudgets } from '../settings';
import { toOwnLead } from '../to-dto';

export interface Admission {
  /** The request that this id already became; null when it is new. */
  readonly known: LeadDto | null;
  readonly standing: Standing;
}

/**
 * Lets the acting patient's submissions in one at a time until the caller's transaction ends, each against the
 * budgets per hour and per day.
 *
 * @throws AppError `too_many_requests` with the seconds until the next one is free.
 */
export async function admitSubmission(
  ctx: TxCtx<ActorOf<'patient'>>,
  { leadId, fields }: { leadId: string; fields: LeadFields },
): Promise<Admission> {
  const { perHour, perDay } = await readSetting(ctx, leadBudgets);
  const rules = [
    { name: 'leads.submissions-per-hour', limit: perHour, window: hours(1) },
    { name: 'leads.submissions-per-day', limit: perDay, window: days(1) },
  ];
  const taken = await takePoints(ctx, rules, ctx.actor.id, leadId);
  const refused = taken.find(({ allowed }) => !allowed);
  if (refused)
    throw new AppError('too_many_requests', { retryAfterSeconds: refused.retryAfterSeconds });
  // The points' rows are locked now: whoever came first with this id has committed.
  const standing = await standingOf(ctx, leadId, fields);
  const known = standing.known ? toOwnLead(ctx, await ownLead(ctx, leadId)) : null;
  return { known, standing };
}
