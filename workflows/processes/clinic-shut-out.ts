import { applicationFacts } from '#contracts/clinic-onboarding';
import { leadFlow } from '#modules/leads';
import { liveOffersOf, withdrawOffers } from '#modules/offers';
import type { Cascade } from '#platform/context';
import { cascade, lockTrees } from '#platform/flow';

/**
 * A clinic that is shut out takes its live offers with it. Clinics are locked before requests, by everybody: whoever
 * sends an offer holds the clinic's row (shared) before it asks for the request's lock, so here every offer that was
 * sent is seen, none can be sent any more, and nobody who holds a request waits for a clinic.
 */
export const clinicShutOut: readonly Cascade[] = [
  cascade({
    on: applicationFacts['clinic-onboarding.suspended'],
    name: 'offers.withdraw-with-clinic',
    run: async (ctx, { clinicId }) => {
      const live = await liveOffersOf(ctx, { clinicId });
      if (live.length === 0) return;
      await lockTrees(
        ctx,
        leadFlow,
        live.map(({ leadId }) => leadId),
      );
      await withdrawOffers(ctx, { offerIds: live.map(({ id }) => id) });
    },
  }),
];
