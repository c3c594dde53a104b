import type { TxCtx } from '#platform/context';
import { addActivity } from '../repo.server';
import type { offerActivityKinds } from '../status';

interface OfferActivity {
  readonly leadId: string;
  readonly patientId: string;
  readonly kind: (typeof offerActivityKinds)[number];
}

/** Tells the owner of a request what happened to one of its offers, as part of that event. */
export const noteOfferActivity = (ctx: TxCtx, activity: OfferActivity): Promise<void> =>
  addActivity(ctx, activity);
