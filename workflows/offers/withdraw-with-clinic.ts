import { holdApproval } from '#modules/clinic-onboarding';
import { endAsks, leadFlow, openAsksOfClinic } from '#modules/leads';
import { liveOffersOf, withdrawOffers } from '#modules/offers';
import type { Ctx } from '#platform/context';
import { withTransaction, lockAggregate } from '#engine';

interface Steps {
  readonly clinicId: string;
  /** In whose name: the team suspended the clinic, or its account ended. */
  readonly by: 'suspension' | 'clinic';
  /** Offers of one transaction: each needs several statements and the lock of its request. */
  readonly perStep?: number;
}

/**
 * Withdraws the next live offers of a clinic that is shut, with ids greater than `after`, in one transaction. Returns the id
 * to go on after; null when none is left, or the clinic is open again.
 */
const withdrawSome = (
  ctx: Ctx,
  { clinicId, by, after, perStep }: Required<Steps> & { after: string | null },
): Promise<string | null> =>
  withTransaction(ctx, async (tx) => {
    if (await holdApproval(tx, { clinicId })) return null;
    const live = await liveOffersOf(tx, { clinicId, after, limit: perStep });
    const leads = live.map(({ leadId }) => leadId);
    await lockAggregate(tx, leadFlow, leads);
    await withdrawOffers(tx, { offerIds: live.map(({ id }) => id), by });
    return live.length < perStep ? null : live.at(-1)!.id;
  });

/** As {@link withdrawSome}, of the requests that ask the clinic: their patients ask it no more, and its places are free. */
const endSomeAsks = (
  ctx: Ctx,
  { clinicId, after, perStep }: Omit<Required<Steps>, 'by'> & { after: string | null },
): Promise<string | null> =>
  withTransaction(ctx, async (tx) => {
    if (await holdApproval(tx, { clinicId })) return null;
    const open = await openAsksOfClinic(tx, { clinicId, after, limit: perStep });
    await lockAggregate(
      tx,
      leadFlow,
      open.map(({ leadId }) => leadId),
    );
    await endAsks(
      tx,
      open.map(({ id }) => id),
    );
    return open.length < perStep ? null : open.at(-1)!.id;
  });

/**
 * Withdraws the live offers of a clinic that is shut and ends its part in requests that ask it, in steps. A repeat, also after a kill, does what is left.
 *
 * A clinic that is suspended, or whose account is closed or taken off its number, loses its live offers after the
 * transaction that shuts it, however many they are. No offer arrives meanwhile, and none is accepted: sending, revising,
 * accepting, writing and opening photos look at the clinic's row under its lock first. Clinics are locked before requests,
 * by everybody. An erasure, which a legal hold may keep waiting, is not what withdraws them.
 */
export async function withdrawWithClinic(
  ctx: Ctx,
  { clinicId, by, perStep = 50 }: Steps,
): Promise<void> {
  let after: string | null = null;
  do after = await withdrawSome(ctx, { clinicId, by, after, perStep });
  while (after);
  do after = await endSomeAsks(ctx, { clinicId, after, perStep });
  while (after);
}
