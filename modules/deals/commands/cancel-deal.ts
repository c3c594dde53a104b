import type { ActorOf } from '#platform/actor';
import { transaction, type Ctx } from '#platform/context';
import { dispatch } from '#platform/flow';
import { dealFlow } from '../deal.flow.server';
import { ownDeal, type PartyCtx } from '../repo.server';
import type { CancelCode } from '../status';
import { dealIdOf } from './begin-deal';

interface Cancelled {
  readonly offerId: string;
  readonly code: CancelCode;
  /** In their own words; the other side reads them. */
  readonly reason: string;
}

/**
 * The acting side ends a deal before its date, and before anybody has confirmed the treatment.
 *
 * @throws AppError `not_found`, `event_refused`
 */
export async function cancelDeal(
  ctx: PartyCtx,
  { offerId, code, reason }: Cancelled,
): Promise<void> {
  await transaction(ctx, async (tx) => {
    const { id } = await ownDeal(tx, offerId);
    const event = { type: 'deals.cancel', by: ctx.actor.kind, code } as const;
    await dispatch(tx, dealFlow, { id, event, reason });
  });
}

/**
 * Staff end a deal that is not treated yet, whatever the two sides say of it.
 *
 * @throws AppError `not_found`, `event_refused`
 */
export async function cancelDealAsStaff(
  ctx: Ctx<ActorOf<'staff'>>,
  { offerId, code, reason }: Cancelled,
): Promise<void> {
  const event = { type: 'deals.cancel', by: 'staff', code } as const;
  await dispatch(ctx, dealFlow, { id: dealIdOf(offerId), event, reason });
}
