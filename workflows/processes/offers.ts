import { leadFacts } from '#contracts/leads';
import { offerFacts } from '#contracts/offers';
import { noteOffers } from '#modules/exchange';
import { leadFlow } from '#modules/leads';
import { clinicsOffering, declineNotChosen } from '#modules/offers';
import type { Cascade, TxCtx } from '#platform/context';
import { cascade, dispatch, dispatchIfOpen } from '#platform/flow';

interface OfOffer {
  readonly offerId: string;
  readonly leadId: string;
}

/** Lists of clinics say whose offers there are, as they stand now. */
const note = async (ctx: TxCtx, { leadId }: OfOffer): Promise<void> => {
  const offering = await clinicsOffering(ctx, [leadId]);
  await noteOffers(ctx, { leadId, clinicIds: offering.get(leadId) ?? [] });
};

/** The request may be over already: then it is what ended the offer. */
const gone = async (ctx: TxCtx, { offerId, leadId: id }: OfOffer): Promise<void> => {
  const event = { type: 'leads.offer-gone', offerId } as const;
  if (await dispatchIfOpen(ctx, leadFlow, { id, event })) await note(ctx, { offerId, leadId: id });
};

/**
 * A request and its offers move as one: each of these steps runs under the request's lock, which every event of an offer
 * takes first.
 */
export const offerSteps: readonly Cascade[] = [
  cascade({
    on: offerFacts['offers.made'],
    name: 'leads.receive-offer',
    run: async (ctx, { offerId, leadId: id }) => {
      await dispatch(ctx, leadFlow, { id, event: { type: 'leads.offer-received', offerId } });
      await note(ctx, { offerId, leadId: id });
    },
  }),
  cascade({
    on: offerFacts['offers.accepted'],
    name: 'leads.complete-with-offer',
    run: async (ctx, { offerId, leadId: id }) => {
      await dispatch(ctx, leadFlow, { id, event: { type: 'leads.offer-accepted', offerId } });
    },
  }),
  cascade({
    on: offerFacts['offers.declined'],
    name: 'leads.lose-declined-offer',
    run: async (ctx, fact) => {
      if (fact.because === 'patient') await gone(ctx, fact);
    },
  }),
  cascade({ on: offerFacts['offers.withdrawn'], name: 'leads.lose-withdrawn-offer', run: gone }),
  cascade({ on: offerFacts['offers.expired'], name: 'leads.lose-expired-offer', run: gone }),
  cascade({
    on: leadFacts['leads.completed'],
    name: 'offers.decline-not-chosen',
    run: declineNotChosen,
  }),
];
