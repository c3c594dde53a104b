import type { ActorOf } from '#platform/actor';
import type { TxCtx } from '#platform/context';
import { days, hours } from '#platform/duration';
import { AppError } from '#platform/errors';
import { prepareStart } from '#platform/flow';
import { takePoints, type Rule } from '#platform/rate-limit';
import { readSetting } from '#platform/settings';
import { together } from '#platform/together';
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
 * budgets per hour and per day. `alongside` is sent behind that, in the same trip.
 *
 * @throws AppError `too_many_requests` with the seconds until the next one is free.
 */
export async function admitSubmission(
  ctx: TxCtx<ActorOf<'patient'>>,
  {
    leadId,
    fields,
    alongside = () => Promise.resolve(),
  }: { leadId: string; fields: LeadFields; alongside?: () => Promise<unknown> },
): Promise<Admission> {
  const { perHour, perDay } = await readSetting(ctx, leadBudgets);
  const rules = [
    { name: 'leads.submissions-per-hour', limit: perHour, window: hours(1) },
    { name: 'leads.submissions-per-day', limit: perDay, window: days(1) },
  ];
  const [, standing] = await together(
    takeAll(ctx, rules, leadId),
    // Done once the points' rows are locked: whoever came first with this id has committed.
    standingOf(ctx, leadId, fields),
    prepareStart(ctx, leadId),
    alongside(),
  );
  const known = standing.known ? toOwnLead(ctx, await ownLead(ctx, leadId)) : null;
  return { known, standing };
}

async function takeAll(
  ctx: TxCtx<ActorOf<'patient'>>,
  rules: readonly Rule[],
  leadId: string,
): Promise<void> {
  const taken = await takePoints(ctx, rules, ctx.actor.id, leadId);
  const refused = taken.find(({ allowed }) => !allowed);
  if (refused)
    throw new AppError('too_many_requests', { retryAfterSeconds: refused.retryAfterSeconds });
}
