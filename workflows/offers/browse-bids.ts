import { leadValueOf } from '#contracts/consultation';
import type { BidCard, BidGroup } from '#contracts/offers';
import { abbreviatedNames } from '#modules/identity';
import { factsOfLeads } from '#modules/leads';
import { bidsOfClinic, type Offer } from '#modules/offers';
import type { ActorOf } from '#platform/actor';
import type { Ctx } from '#platform/context';

/** For a patient whose account is gone. */
const nameless = '–';

/**
 * Offers of the acting clinic as cards, newest first, 20 a page: what each is for, under an abbreviated name also after
 * the choice; whom the clinic was chosen by stands in the deal.
 *
 * @throws AppError `invalid_cursor`
 */
export async function browseBids(
  ctx: Ctx<ActorOf<'clinic'>>,
  { group, cursor }: { group: BidGroup; cursor?: string },
): Promise<{ bids: BidCard[]; nextCursor: string | null }> {
  const { bids, nextCursor } = await bidsOfClinic(ctx, { group, cursor });
  if (bids.length === 0) return { bids: [], nextCursor };
  const patientIds = [...new Set(bids.map(({ patientId }) => patientId))];
  const [leads, names] = await Promise.all([
    factsOfLeads(
      ctx,
      bids.map(({ leadId }) => leadId),
    ),
    abbreviatedNames(ctx, { ids: patientIds, lock: false }),
  ]);
  return {
    nextCursor,
    bids: bids.flatMap((bid) => {
      const lead = leads.get(bid.leadId);
      return lead ? [cardOf(bid, { ...lead, patient: names.get(bid.patientId) ?? nameless })] : [];
    }),
  };
}

type Facts = Pick<BidCard, 'treatment' | 'subTreatment' | 'patient'> & {
  readonly budget: Parameters<typeof leadValueOf>[0];
};

function cardOf(bid: Offer, { treatment, subTreatment, patient, budget }: Facts): BidCard {
  const cents = leadValueOf(budget);
  const { pricePlace: place, priceAmong: among } = bid;
  return {
    id: bid.id,
    leadId: bid.leadId,
    patient,
    treatment,
    subTreatment,
    status: bid.status,
    amountCents: bid.content.amountCents,
    currency: bid.content.currency,
    leadValue: cents && cents / 100,
    sentAt: bid.createdAt.toISOString(),
    expiresAt: bid.expiresAt.toISOString(),
    endedAt: bid.endedAt?.toISOString() ?? null,
    declinedBecause: bid.declinedBecause,
    declineReason: bid.declineReason,
    pricePlace: place !== null && among !== null ? { place, among } : null,
  };
}
