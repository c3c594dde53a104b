import { offerFacts } from '#contracts/offers';
import { beginDeal, recordAnswer } from '#modules/deals';
import { leadDates } from '#modules/leads';
import { priceOfRevision } from '#modules/offers';
import type { Cascade } from '#platform/context';
import { cascade } from '#platform/flow';

/** What `deals` makes of offers, as part of their events: a choice begins a deal, and a first offer is an answer. */
export const dealBegins: readonly Cascade[] = [
  cascade({
    on: offerFacts['offers.accepted'],
    name: 'deals.begin',
    run: async (ctx, { offerId, leadId, patientId, clinicId, revision }) => {
      const sealed = await priceOfRevision(ctx, { offerId, revision });
      await beginDeal(ctx, { offerId, leadId, patientId, clinicId, sealed });
    },
  }),
  cascade({
    on: offerFacts['offers.made'],
    name: 'deals.record-answer',
    run: async (ctx, { leadId, clinicId }) => {
      const dates = await leadDates(ctx, { leadId });
      if (!dates?.publishedAt) return;
      await recordAnswer(ctx, { leadId, clinicId, publishedAt: dates.publishedAt });
    },
  }),
];
