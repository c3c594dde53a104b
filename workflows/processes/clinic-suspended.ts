import { applicationFacts } from '#contracts/clinic-onboarding';
import { holdApproval } from '#modules/clinic-onboarding';
import { leadFlow } from '#modules/leads';
import { liveOffersOf, withdrawOffers } from '#modules/offers';
import { transaction, type Ctx } from '#platform/context';
import { subscribe, type Subscription } from '#platform/events';
import { lockTrees } from '#platform/flow';

interface Steps {
  readonly clinicId: string;
  /** Offers of one transaction: each needs several statements and the lock of its request. */
  readonly perStep?: number;
}

/**
 * Withdraws the next live offers of a suspended clinic, with ids greater than `after`, in one transaction. Returns the id
 * to go on after; null when none is left, or the clinic is approved again.
 */
const withdrawSome = (
  ctx: Ctx,
  { clinicId, after, perStep }: Required<Steps> & { after: string | null },
): Promise<string | null> =>
  transaction(ctx, async (tx) => {
    if (await holdApproval(tx, { clinicId })) return null;
    const live = await liveOffersOf(tx, { clinicId, after, limit: perStep });
    const leads = live.map(({ leadId }) => leadId);
    await lockTrees(tx, leadFlow, leads);
    await withdrawOffers(tx, { offerIds: live.map(({ id }) => id) });
    return live.length < perStep ? null : live.at(-1)!.id;
  });

/** Withdraws the live offers of a suspended clinic in steps. A repeat, also after a kill, does what is left. */
export async function withdrawWithClinic(
  ctx: Ctx,
  { clinicId, perStep = 50 }: Steps,
): Promise<void> {
  let after: string | null = null;
  do after = await withdrawSome(ctx, { clinicId, after, perStep });
  while (after);
}

/**
 * A suspended clinic loses its live offers, after the transaction that suspends it, however many they are. No offer arrives meanwhile, and none is accepted: sending, revising, accepting, writing and opening photos look at the
 * clinic's row under its lock first. Clinics are locked before requests, by everybody.
 */
export const clinicSuspended: readonly Subscription[] = [
  subscribe({
    on: applicationFacts['clinic-onboarding.suspended'],
    name: 'offers.withdraw-with-clinic',
    handle: (ctx, { clinicId }) => withdrawWithClinic(ctx, { clinicId }),
  }),
];
