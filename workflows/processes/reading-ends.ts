import { dealFacts } from '#contracts/deals';
import { readableFor } from '#modules/deals';
import { endReading } from '#modules/offers';
import type { Cascade } from '#platform/context';
import { cascade } from '#platform/flow';

/** A deal that ends sets until when its clinic reads what the patient gave, in the transaction of the event. */
export const readingEnds: readonly Cascade[] = [
  cascade({
    on: dealFacts['deals.cancelled'],
    name: 'offers.reading-ends-after-cancellation',
    run: (ctx, { offerId }) => endReading(ctx, { offerId, length: readableFor.cancelled }),
  }),
  cascade({
    on: dealFacts['deals.treated'],
    name: 'offers.reading-ends-after-treatment',
    run: (ctx, { offerId }) => endReading(ctx, { offerId, length: readableFor.treated }),
  }),
];
