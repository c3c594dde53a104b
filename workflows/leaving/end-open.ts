import { detachClinic } from '#modules/clinic-onboarding';
import { callOffDeals } from '#modules/deals';
import { cancelOpenLeads, leadFlow } from '#modules/leads';
import { liveOffersOf, withdrawOffers } from '#modules/offers';
import type { TxCtx } from '#platform/context';
import { lockTrees } from '#platform/flow';
import type { Person } from '#platform/person-data';

/**
 * Ends all that somebody has open, as they would themselves: a patient's requests, and deals that have not begun; a
 * clinic's live offers. A clinic is locked before requests, as by everybody.
 */
export async function endOpen(ctx: TxCtx, { kind, id }: Person): Promise<void> {
  if (kind === 'patient') {
    await cancelOpenLeads(ctx, { patientId: id });
    await callOffDeals(ctx, { patientId: id });
    return;
  }
  await detachClinic(ctx, { clinicId: id });
  const live = await liveOffersOf(ctx, { clinicId: id });
  await lockTrees(
    ctx,
    leadFlow,
    live.map(({ leadId }) => leadId),
  );
  await withdrawOffers(ctx, { offerIds: live.map((one) => one.id), by: 'clinic' });
}
