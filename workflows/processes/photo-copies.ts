import { leadFacts } from '#contracts/leads';
import { offerFacts } from '#contracts/offers';
import { removeCopies } from '#modules/consultation';
import { subscribe, type Subscription } from '#platform/events';

/**
 * What clinics got to see of a request is taken out of the store when they lose it: all of it when the request ends
 * without a choice, all but the chosen clinic's after one. Nobody is shown a photo meanwhile: that is asked at each view.
 */
export const photoCopies: readonly Subscription[] = [
  subscribe({
    on: leadFacts['leads.cancelled'],
    name: 'consultation.copies-of-ended',
    handle: (ctx, { leadId }) => removeCopies(ctx, { leadId, keptBy: null }),
  }),
  subscribe({
    on: offerFacts['offers.accepted'],
    name: 'consultation.copies-of-chosen',
    handle: (ctx, { leadId, clinicId }) => removeCopies(ctx, { leadId, keptBy: clinicId }),
  }),
];
