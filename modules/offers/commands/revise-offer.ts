import type { SubTreatment } from '#contracts/consultation';
import type { ActorOf } from '#platform/actor';
import type { TxCtx } from '#platform/context';
import { dispatchIfOpen } from '#platform/flow';
import type { OfferFields } from '../offer-fields';
import { offerFlow } from '../offer.flow.server';
import { whyClosed, type Offer } from '../repo.server';
import { storeRevision } from './send-offer';

/**
 * The acting clinic says something else in its live offer; what it said before is kept, and its validity begins anew.
 * Within the caller's transaction. The currency stays where the fields name none.
 *
 * @throws AppError `already_decided`, `offer_expired`; `validation_failed` for a line that the treatment does not have
 */
export async function reviseOffer(
  ctx: TxCtx<ActorOf<'clinic'>>,
  offer: Pick<Offer, 'id' | 'content'>,
  { fields, subTreatment }: { fields: OfferFields; subTreatment: SubTreatment },
): Promise<void> {
  const { id } = offer;
  const revised = await dispatchIfOpen(ctx, offerFlow, { id, event: { type: 'offers.revise' } });
  if (!revised) throw await whyClosed(ctx, id);
  await storeRevision(ctx, {
    offerId: id,
    revision: revised.context.revision,
    fields,
    subTreatment,
    currency: offer.content.currency,
  });
}
