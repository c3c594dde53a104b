import { eq } from 'drizzle-orm';
import type { ActorOf } from '#platform/actor';
import { transaction, type Ctx, type TxCtx } from '#platform/context';
import { dispatchIfOpen } from '#platform/flow';
import { notePlaces } from '../price-places.server';
import { offerFlow } from '../offer.flow.server';
import type { OfferEvent } from '../offer.machine';
import { ownOffer, whyClosed, type Offer, type Party } from '../repo.server';
import type { DeclineReason } from '../status';
import { offer } from '../tables.server';

type PatientCtx = Ctx<ActorOf<'patient'>>;
/** Whether a clinic may be chosen now; keeps it so until the transaction ends. */
type MayBeChosen = (ctx: TxCtx, of: { clinicId: string }) => Promise<boolean>;
type Part = (ctx: TxCtx, offer: Offer) => Promise<void>;

/**
 * The acting patient chooses an offer. What follows (its seal, the end of the request and of the other offers) is part
 * of it. `mayBeChosen` is asked of the offer's clinic before the request is locked, and holds until the transaction ends.
 *
 * @throws AppError `not_found`, `offer_expired`, `already_decided`, also of a clinic that may not be chosen
 */
export const acceptOffer = (
  ctx: PatientCtx,
  { offerId, mayBeChosen }: { offerId: string; mayBeChosen: MayBeChosen },
): Promise<Offer> =>
  end(
    ctx,
    offerId,
    { type: 'offers.accept' },
    {
      first: async (tx, { clinicId }) => {
        if (!(await mayBeChosen(tx, { clinicId }))) throw await whyClosed(tx, offerId);
      },
    },
  );

/**
 * The acting patient says no to one offer, with a reason in one tap or without. Its clinic learns the reason, and where
 * its price lay among the live ones.
 *
 * @throws AppError `not_found`, `offer_expired`, `already_decided`
 */
export const declineOffer = (
  ctx: PatientCtx,
  { offerId, reason }: { offerId: string; reason: DeclineReason | null },
): Promise<Offer> =>
  end(
    ctx,
    offerId,
    { type: 'offers.decline', because: 'patient', reason },
    { then: (tx, { leadId }) => notePlaces(tx, { leadId, declined: offerId }) },
  );

/** The acting clinic takes its offer back. @throws AppError `not_found`, `offer_expired`, `already_decided` */
export const withdrawOffer = (
  ctx: Ctx<ActorOf<'clinic'>>,
  { offerId }: { offerId: string },
): Promise<Offer> => end(ctx, offerId, { type: 'offers.withdraw', by: 'clinic' });

function end<A extends Party>(
  ctx: Ctx<A>,
  offerId: string,
  event: OfferEvent,
  { first, then }: { first?: Part; then?: Part } = {},
): Promise<Offer> {
  return transaction(ctx as Ctx<Party>, async (tx) => {
    const found = await ownOffer(tx, offerId);
    const { id } = found;
    await first?.(tx, found);
    if (!(await dispatchIfOpen(tx, offerFlow, { id, event }))) throw await whyClosed(tx, id);
    await then?.(tx, found);
    const [now] = await tx.db.select().from(offer).where(eq(offer.id, id));
    return { ...now!, isClosed: found.isClosed, content: found.content };
  });
}
