import type { ActorOf } from '#platform/actor';
import { transaction, type Ctx } from '#platform/context';
import { AppError, isAppError } from '#platform/errors';
import { dispatch } from '#platform/flow';
import { dealFlow } from '../deal.flow.server';
import { samePrice } from '../price';
import { confirmationsOf, ownDeal, type PartyCtx } from '../repo.server';
import { dealIdOf } from './begin-deal';

interface Treated {
  readonly offerId: string;
  readonly finalAmountCents: number;
  /** Of the sealed price where it is left out. */
  readonly currency?: string;
  readonly reason: string | null;
}

/**
 * The acting side confirms that the treatment took place and what was paid. The second side's word makes it count.
 *
 * @throws AppError `not_found`; `validation_failed` for another price than the sealed one without a reason;
 * `already_confirmed`; `event_refused`
 */
export async function confirmTreatment(
  ctx: PartyCtx,
  { offerId, finalAmountCents, currency, reason }: Treated,
): Promise<void> {
  await transaction(ctx, async (tx) => {
    const row = await ownDeal(tx, offerId);
    const sealed = { amountCents: row.sealedCents, currency: row.sealedCurrency };
    const price = { amountCents: finalAmountCents, currency: currency ?? sealed.currency };
    if (!samePrice(price, sealed) && !reason)
      throw new AppError('validation_failed', {
        fields: { reason: ['deals.error.price_reason'] },
      });
    const { id } = row;
    const by = ctx.actor.kind;
    const event = { type: 'deals.confirm', by, ...price } as const;
    await dispatch(tx, dealFlow, { id, event, reason: reason ?? undefined }).catch(
      async (error: unknown) => {
        const said = await confirmationsOf(tx, id);
        if (isRefusal(error) && said.some(({ side }) => side === by))
          throw new AppError('already_confirmed');
        throw error;
      },
    );
  });
}

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
