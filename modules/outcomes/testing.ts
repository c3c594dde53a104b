import { withTransaction } from '#engine';
import { fireArmedTimer } from '#engine/testing';
import { now } from '#platform/time/clock';
import { actAs, type Ctx, type CtxOf } from '#platform/context';
import { after, days } from '#platform/base/duration';
import { newId } from '#platform/base/ids';
import { answerOutcome, outcomeIdOf, planOutcome } from './commands.server';
import { outcomeFlow } from './projection.server';
import type { OutcomeInput } from './schemas';
import type { Moment } from './values';

interface Who {
  readonly leadId: string;
  readonly patientId: string;
  readonly clinicId: string;
}

/** Plans the outcome of a treatment, of today and of an offer that nothing else knows of unless given; answers the offer's id. */
export async function plannedOutcome(
  ctx: Ctx,
  { offerId = newId(), treatedAt, ...who }: Who & { offerId?: string; treatedAt?: Date },
): Promise<string> {
  const at = treatedAt ?? (await now(ctx));
  await withTransaction(ctx, (tx) => planOutcome(tx, { offerId, ...who, treatedAt: at }));
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

/**
 * Asks now what became of an offer's treatment, as of one that is long ago; before the treatment of its deal is confirmed.
 * With `year` the first question was answered.
 */
export async function askedOutcome(
  ctx: Ctx,
  { moment, patient, ...who }: Who & { offerId: string; moment: Moment; patient: CtxOf<'patient'> },
): Promise<void> {
  const { services } = ctx;
  const treatedAt = after(await now(ctx), days(moment === 'year' ? -370 : -185));
  const offerId = await plannedOutcome(ctx, { ...who, treatedAt });
  // Its own clock alone: those of other instances are due at their time.
  const ring = async () => {
    const { rows } = await services.database.pool.query<{ instance: string; token: string }>(
      'select instance_id as instance, token from flow.timer where instance_id = $1',
      [outcomeIdOf(offerId)],
    );
    await fireArmedTimer(services, [outcomeFlow], rows[0]!);
  };
  await ring();
  if (moment === 'half-year') return;
  await answerOutcome(actAs(ctx, patient.actor), { offerId, ...content('half-year') });
  await ring();
}
