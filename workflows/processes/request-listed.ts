import { leadFacts } from '#contracts/leads';
import { withdrawListing } from '#modules/exchange';
import type { Cascade } from '#platform/context';
import { cascade } from '#platform/flow';
import { refreshListings } from '../exchange/refresh-listings';

/**
 * Whether and how clinics find a request is part of the event that changes it: nobody opens a list that shows what was
 * taken back, and no job can be lost. Whatever ends a request takes it off.
 */
const listed = (
  ['published', 'widened', 'cities-opened', 'offers-received', 'offers-gone'] as const
).map((fact) =>
  cascade({
    on: leadFacts[`leads.${fact}`],
    name: `exchange.list-${fact}`,
    run: (ctx, { leadId }) => refreshListings(ctx, [leadId]),
  }),
);

export const requestListed: readonly Cascade[] = [
  ...listed,
  ...(['cancelled', 'completed'] as const).map((fact) =>
    cascade({
      on: leadFacts[`leads.${fact}`],
      name: `exchange.withdraw-${fact}`,
      run: (ctx, { leadId }) => withdrawListing(ctx, leadId),
    }),
  ),
];
