import type { OfferDto } from '#contracts/offers';
import { clinicNames } from '#modules/clinic-onboarding';
import type { Offer } from '#modules/offers';
import type { Ctx } from '#platform/context';
import { maskOffer } from './mask-offer';

/**
 * An offer as its patient and its clinic see it. The words of its lines are the reader's, so they are added where pages
 * and answers are made.
 */
export interface PresentedOffer extends Omit<OfferDto, 'items'> {
  readonly items: ReadonlyArray<Omit<OfferDto['items'][number], 'label'>>;
}

/** Offers with what other modules know of them: what their clinics are called. */
export async function presentOffers(ctx: Ctx, offers: readonly Offer[]): Promise<PresentedOffer[]> {
  const ids = [...new Set(offers.map(({ clinicId }) => clinicId))];
  const names = await clinicNames(ctx, ids);
  return offers.map((offer) => presented(offer, names.get(offer.clinicId) ?? ''));
}

export async function presentOffer(ctx: Ctx, offer: Offer): Promise<PresentedOffer> {
  const [one] = await presentOffers(ctx, [offer]);
  return one!;
}

const presented = (offer: Offer, clinicName: string): PresentedOffer => {
  const content = maskOffer(offer.content, offer.status);
  return {
    _id: offer.id,
    leadId: offer.leadId,
    clinic: { _id: offer.clinicId, clinicName, rating: null },
    amountCents: content.amountCents,
    listPriceCents: content.listPriceCents,
    currency: content.currency,
    message: content.message,
    items: content.items,
    doctorName: content.doctorName,
    earliestDate: content.earliestDate,
    availability: content.availability,
    attachments: [],
    status: offer.status,
    revision: offer.revision,
    expiresAt: offer.expiresAt.toISOString(),
    createdAt: offer.createdAt.toISOString(),
  };
};
