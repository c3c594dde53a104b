import type { ContactDto, DealDto } from '#contracts/deals';
import { clinicReach } from '#modules/clinic-onboarding';
import { readDeal } from '#modules/deals';
import { personOf } from '#modules/identity';
import type { ActorOf } from '#platform/actor';
import type { Ctx } from '#platform/context';

type Party = ActorOf<'patient'> | ActorOf<'clinic'>;

/**
 * A deal of the acting side with how to reach the other one. This is the only place where the contact details of a
 * patient leave for a clinic: that a deal stands between the two is read before anything else.
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
