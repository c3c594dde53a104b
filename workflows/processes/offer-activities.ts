import { offerFacts } from '#contracts/offers';
import { noteOfferActivity } from '#modules/leads';
import type { Cascade } from '#platform/context';
import { cascade } from '#platform/flow';

const told = {
  'leads.tell-offer-revised': 'revised',
  'leads.tell-offer-withdrawn': 'withdrawn',
  'leads.tell-offer-expired': 'expired',
} as const;
const names = Object.keys(told) as Array<keyof typeof told>;

/** The owner of a request reads in one list what happened to it and to its offers. */
export const offerActivities: readonly Cascade[] = [
  ...names.map((name) =>
    cascade({
      on: offerFacts[`offers.${told[name]}`],
      name,
      run: (ctx, { leadId, patientId }) =>
        noteOfferActivity(ctx, { leadId, patientId, kind: `offer-${told[name]}` }),
    }),
  ),
  cascade({
    on: offerFacts['offers.declined'],
    name: 'leads.tell-offer-declined',
    run: async (ctx, { leadId, patientId, because }) => {
      if (because === 'patient')
        await noteOfferActivity(ctx, { leadId, patientId, kind: 'offer-declined' });
    },
  }),
];
