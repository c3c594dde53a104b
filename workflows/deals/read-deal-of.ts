import type { ContactDto, DealDto, DealSummary } from '#contracts/deals';
import { clinicReach } from '#modules/clinic-onboarding';
import { dealsOfOffers, readDeal } from '#modules/deals';
import { personOf, phonesOf } from '#modules/identity';
import type { ActorOf } from '#platform/actor';
import type { Ctx } from '#platform/context';

type Party = ActorOf<'patient'> | ActorOf<'clinic'>;

/**
 * A deal of the acting side with how to reach the other one. This file is the only place where the contact details
 * of a patient leave for a clinic: that a deal stands between the two is read before anything else.
 *
 * @throws AppError `not_found`
 */
export async function readDealOf(
  ctx: Ctx<Party>,
  { offerId }: { offerId: string },
): Promise<DealDto> {
  const { deal, patientId } = await readDeal(ctx, { offerId });
  const reach =
    deal.status === 'cancelled'
      ? null
      : deal.as === 'patient'
        ? await clinicReach(ctx, { clinicId: deal.clinicId })
        : await personOf(ctx, { patientId });
  return { ...deal, contact: reach && contactOf(reach) };
}

const contactOf = ({ name, phoneNumber, email }: ContactDto): ContactDto => ({
  name,
  phoneNumber,
  email,
});

/** A deal on a clinic's card. */
export interface WonDeal extends Pick<DealSummary, 'status' | 'scheduledFor'> {
  /** E.164; null for a deal that is cancelled, and for somebody whose account is gone. */
  readonly phoneNumber: string | null;
}

/** The acting clinic's deals by the ids of their offers, with the numbers of whom they are with. */
export async function wonDeals(
  ctx: Ctx<ActorOf<'clinic'>>,
  offerIds: readonly string[],
): Promise<ReadonlyMap<string, WonDeal>> {
  const deals = await dealsOfOffers(ctx, offerIds);
  const standing = [...deals.values()].filter(({ status }) => status !== 'cancelled');
  const phones = await phonesOf(
    ctx,
    standing.map(({ patientId }) => patientId),
  );
  return new Map(
    [...deals].map(([offerId, { status, scheduledFor, patientId }]) => [
      offerId,
      {
        status,
        scheduledFor,
        phoneNumber: status === 'cancelled' ? null : (phones.get(patientId) ?? null),
      },
    ]),
  );
}
