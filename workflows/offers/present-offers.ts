import type { OfferDto } from '#contracts/offers';
import { attachmentsById } from '#modules/attachments';
import { clinicNames } from '#modules/clinic-onboarding';
import { reputationOf, type Reputation } from '#modules/deals';
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

type Reputations = ReadonlyMap<string, Reputation>;

const clinicsOf = (offers: readonly Offer[]): string[] => [
  ...new Set(offers.map(({ clinicId }) => clinicId)),
];

/** What the clinics of offers have shown so far, by clinic. */
export const reputationsOf = (ctx: Ctx, offers: readonly Offer[]): Promise<Reputations> =>
  reputationOf(ctx, clinicsOf(offers));

/** Offers with what other modules know of them: what their clinics are called and have shown, and their files. */
export async function presentOffers(
  ctx: Ctx,
  offers: readonly Offer[],
  known?: Reputations,
): Promise<PresentedOffer[]> {
  const reputations = known ?? (await reputationsOf(ctx, offers));
  const names = await clinicNames(ctx, clinicsOf(offers));
  const files = new Map([
    ...(await filesOf(ctx, offers, { isOpen: true })),
    ...(await filesOf(ctx, offers, { isOpen: false })),
  ]);
  return offers.map((offer) => ({
    ...presented(offer, {
      _id: offer.clinicId,
      clinicName: names.get(offer.clinicId) ?? '',
      rating: reputations.get(offer.clinicId)?.rating ?? null,
    }),
    attachments: offer.content.attachments.flatMap((id) => files.get(id) ?? []),
  }));
}

/** Files by their ids; names as they were given once the offer is accepted. */
const filesOf = (ctx: Ctx, offers: readonly Offer[], { isOpen }: { isOpen: boolean }) =>
  attachmentsById(ctx, {
    ids: offers
      .filter(({ status }) => (status === 'accepted') === isOpen)
      .flatMap(({ content }) => content.attachments),
    isOpen,
  });

export async function presentOffer(ctx: Ctx, offer: Offer): Promise<PresentedOffer> {
  const [one] = await presentOffers(ctx, [offer]);
  return one!;
}

const presented = (
  offer: Offer,
  clinic: PresentedOffer['clinic'],
): Omit<PresentedOffer, 'attachments'> => {
  const content = maskOffer(offer.content, offer.status);
  return {
    _id: offer.id,
    leadId: offer.leadId,
    clinic,
    amountCents: content.amountCents,
    listPriceCents: content.listPriceCents,
    currency: content.currency,
    message: content.message,
    items: content.items,
    doctorName: content.doctorName,
    earliestDate: content.earliestDate,
    availability: content.availability,
    status: offer.status,
    revision: offer.revision,
    expiresAt: offer.expiresAt.toISOString(),
    createdAt: offer.createdAt.toISOString(),
  };
};
