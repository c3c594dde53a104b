import { withTransaction } from '#engine';
import { now } from '#platform/time/clock';
import type { Ctx } from '#platform/context';
import { newId } from '#platform/base/ids';
import type { OutcomeInput } from './schemas';
import type { Moment } from './values';
import { planOutcome } from './commands.server';

/** Plans the outcome of a treatment of today that nothing else knows of; answers the offer's id. */
export async function plannedOutcome(
  ctx: Ctx,
  who: { leadId: string; patientId: string; clinicId: string; treatedAt?: Date },
): Promise<string> {
  const offerId = newId();
  const treatedAt = who.treatedAt ?? (await now(ctx));
  await withTransaction(ctx, (tx) => planOutcome(tx, { offerId, ...who, treatedAt }));
  return offerId;
}

/** What a patient sends who would do it again. */
export const content = (
  moment: Moment,
  more: Partial<Omit<OutcomeInput, 'moment'>> = {},
): OutcomeInput => ({
  ...{ moment, again: 'yes', result: 'as-expected', text: 'It holds.' },
  ...more,
});
