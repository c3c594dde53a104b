import type { ActorOf } from '#platform/actor';
import { transaction, type Ctx } from '#platform/context';
import { AppError, isAppError } from '#platform/errors';
import { dispatch } from '#platform/flow';
import { dealFlow } from '../deal.flow.server';
import { isAccepted } from '../price';
import { acceptedPriceOf, confirmationsOf, ownDeal, type PartyCtx } from '../repo.server';
import { clinicDay, hasBegun } from '../wall-time';
import { dealIdOf } from './begin-deal';

interface Treated {
  readonly offerId: string;
  readonly finalAmountCents: number;
  /** Of the sealed price where it is left out. */
  readonly currency?: string;
  readonly reason: string | null;
  /** The clinic's calendar day (ISO 8601); required of the first side to confirm where no date was agreed. */
  readonly treatedOn?: string | null;
}

/**
 * The acting side confirms that the treatment took place and what was paid. The second side's word makes it count.
 * Possible from the beginning of the agreed day at the clinic, whatever its time of day: visits are moved by the phone.
 *
 * @throws AppError `not_found`; `validation_failed` for a price that was not accepted without a reason, or where no
 * date was agreed for a missing day, a day before the acceptance or one that has not begun; `before_the_date`; `already_confirmed`;
 * `event_refused`
 */
export async function confirmTreatment(
  ctx: PartyCtx,
  { offerId, finalAmountCents, currency, reason, treatedOn }: Treated,
): Promise<void> {
  await transaction(ctx, async (tx) => {
    const row = await ownDeal(tx, offerId);
    const price = { amountCents: finalAmountCents, currency: currency ?? row.sealedCurrency };
    if (!isAccepted(acceptedPriceOf(row), price) && !reason)
      throw new AppError('validation_failed', {
        fields: { reason: ['deals.error.price_reason'] },
      });
    const { id } = row;
    const by = ctx.actor.kind;
    const on = await dayOf(tx, row, treatedOn ?? null);
    const event = { type: 'deals.confirm', by, ...price, treatedOn: on } as const;
    const { at, context } = await dispatch(tx, dealFlow, {
      ...{ id, event },
      reason: reason ?? undefined,
    }).catch(async (error: unknown) => {
      const said = await confirmationsOf(tx, id);
      if (isRefusal(error) && said.some(({ side }) => side === by))
        throw new AppError('already_confirmed');
      throw error;
    });
    // Of the locked state: a date that was agreed on since the row was read counts.
    if (!hasBegun(context.scheduledFor, at)) throw new AppError('before_the_date');
  });
}

/**
 * The day of a treatment without an agreed date, checked against the clinic's calendar; null where a date was agreed,
 * and where the second side to confirm gives none.
 */
async function dayOf(
  ctx: Ctx,
  row: Awaited<ReturnType<typeof ownDeal>>,
  typed: string | null,
): Promise<string | null> {
  if (row.scheduledFor) return null;
  if (!typed) {
    if (row.phase !== 'accepted' || (await confirmationsOf(ctx, row.id)).length > 0) return null;
    throw onDay('deals.error.treated_on');
  }
  if (typed > clinicDay(row.now)) throw onDay('deals.error.treated_on_ahead');
  if (typed < clinicDay(row.createdAt)) throw onDay('deals.error.treated_on_before');
  return typed;
}

const onDay = (fault: string): AppError =>
  new AppError('validation_failed', { fields: { treatedOn: [fault] } });

const isRefusal = (error: unknown): boolean => isAppError(error) && error.code === 'event_refused';

/**
 * The acting side says that no treatment took place: after the date, or against the other's confirmation. Staff look.
 *
 * @throws AppError `not_found`, `event_refused`
 */
export async function denyTreatment(
  ctx: PartyCtx,
  { offerId, reason }: { offerId: string; reason: string },
): Promise<void> {
  await transaction(ctx, async (tx) => {
    const { id } = await ownDeal(tx, offerId);
    await dispatch(tx, dealFlow, { id, event: { type: 'deals.deny', by: ctx.actor.kind }, reason });
  });
}

/**
 * Staff decide a disputed deal: what one side has confirmed counts.
 *
 * @throws AppError `not_found`, `event_refused`
 */
export async function upholdTreatment(
  ctx: Ctx<ActorOf<'staff'>>,
  { offerId, reason }: { offerId: string; reason: string },
): Promise<void> {
  await dispatch(ctx, dealFlow, { id: dealIdOf(offerId), event: { type: 'deals.uphold' }, reason });
}
