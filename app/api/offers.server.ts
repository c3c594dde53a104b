import {
  acceptOfferCall,
  clinicLeadCall,
  declineOfferCall,
  offerCall,
  offersCall,
  reviseOfferCall,
  sendOfferCall,
  withdrawOfferCall,
} from '#contracts/offers';
import { requireOwnLead } from '#modules/leads';
import { declineOffer, offersOfLead, readOffer, withdrawOffer } from '#modules/offers';
import { acceptShownOffer, presentOffers, readRequest, reviseOffer, sendOffer } from '#workflows';
import { endpoint } from '#app/http/api.server';
import { idempotent } from '#app/http/idempotent.server';
import { answerOffer, offerInWords, templateInWords } from '#app/offers/offer-words.server';

const ofClinics = [
  endpoint(clinicLeadCall, async (ctx, { params }) => {
    const { lead, offerTemplate, ownOffer } = await readRequest(ctx, { leadId: params.id });
    return {
      lead,
      offerTemplate: templateInWords(offerTemplate, ctx.locale),
      ownOffer: ownOffer && offerInWords(ownOffer, ctx.locale),
    };
  }),
  endpoint(sendOfferCall, (ctx, { params, body: fields }, http) =>
    idempotent(
      ctx,
      { call: sendOfferCall, input: { params, fields }, http },
      {
        make: async (tx, offerId) => {
          const offer = await sendOffer(tx, { leadId: params.id, offerId, fields });
          return { id: offerId, data: { offer: offerInWords(offer, ctx.locale) } };
        },
        read: async (reader, offerId) => answerOffer(reader, await readOffer(reader, { offerId })),
      },
    ),
  ),
  endpoint(reviseOfferCall, async (ctx, { params, body: fields }) => ({
    offer: offerInWords(await reviseOffer(ctx, { offerId: params.id, fields }), ctx.locale),
  })),
  endpoint(withdrawOfferCall, async (ctx, { params }) =>
    answerOffer(ctx, await withdrawOffer(ctx, { offerId: params.id })),
  ),
];

const ofPatients = [
  endpoint(offersCall, async (ctx, { query }) => {
    await requireOwnLead(ctx, { leadId: query.lead });
    const offers = await presentOffers(ctx, await offersOfLead(ctx, { leadId: query.lead }));
    return { offers: offers.map((offer) => offerInWords(offer, ctx.locale)) };
  }),
  endpoint(offerCall, async (ctx, { params }) =>
    answerOffer(ctx, await readOffer(ctx, { offerId: params.id })),
  ),
  endpoint(acceptOfferCall, async (ctx, { params, body }) => {
    const revision = body.revision ?? undefined;
    return answerOffer(ctx, await acceptShownOffer(ctx, { offerId: params.id, revision }));
  }),
  endpoint(declineOfferCall, async (ctx, { params, body }) =>
    answerOffer(ctx, await declineOffer(ctx, { offerId: params.id, ...body })),
  ),
];

/** Offers: what clinics send and change, what patients read and decide. */
export const offerEndpoints = [...ofClinics, ...ofPatients];
