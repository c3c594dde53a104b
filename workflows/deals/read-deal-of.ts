import { figureNames, type StatedFigure } from '#contracts/offers';
import type { ContactDto, DealDto, DealFields, DealSummary, PlaceDto } from '#contracts/deals';
import { clinicReach, clinicTowns, type ClinicReach } from '#modules/clinic-onboarding';
import { dealsOfOffers, readDeal } from '#modules/deals';
import { personOf, phonesOf } from '#modules/identity';
import { closedAmong, readOffer, type Offer } from '#modules/offers';
import { type ActorOf, mayAs, mayReadContact, type Side } from '#platform/base/actor';
import type { CtxOf } from '#platform/context';
import { isAppError } from '#platform/base/errors';
import { pick } from '#platform/base/fields';

/**
 * A deal of the acting side with how to reach the other one. This file is the only place where the contact details
 * of a patient leave for a clinic: that a deal stands between the two is read before anything else.
 *
 * @throws AppError `not_found`
 */
export async function readDealOf(
  ctx: CtxOf<Side>,
  { offerId }: { offerId: string },
): Promise<DealDto> {
  const { deal: found, patientId } = await readDeal(ctx, { offerId });
  const closed = found.as === 'clinic' && (await closedAmong(ctx, [offerId])).has(offerId);
  const mayRead = mayReadContact(ctx.actor);
  const readable = closed || !mayRead ? withoutPatientsWords(found) : found;
  const deal = mayChange(ctx.actor) ? readable : { ...readable, actions: [] };
  if (closed || !mayRead || deal.status === 'cancelled')
    return { ...deal, contact: null, place: null, city: null };
  if (deal.as === 'clinic') {
    const [person, towns] = await Promise.all([
      personOf(ctx, { patientId }),
      clinicTowns(ctx, [deal.clinicId]),
    ]);
    const city = towns.get(deal.clinicId)?.city ?? null;
    return { ...deal, contact: person && contactOf(person), place: null, city };
  }
  const clinic = await clinicReach(ctx, { clinicId: deal.clinicId });
  if (!clinic) return { ...deal, contact: null, place: null, city: null };
  return { ...deal, contact: contactOf(clinic), place: placeOf(clinic), city: clinic.city };
}

/** Of a clinic's team managers agree on times and end deals. */
const mayChange = (actor: ActorOf<Side>): boolean =>
  actor.kind === 'patient' || mayAs(actor.member.role, 'manager');

/** What an accepted offer costs and holds, as it was sealed. */
export type Agreed = Pick<
  Offer['content'],
  'amountCents' | 'listPriceCents' | 'currency' | 'items' | 'assumptions' | StatedFigure
>;

/** What the acting side of a deal agreed to; null where the offer is gone, as that hides nothing else of the deal. */
export async function agreedOf(
  ctx: CtxOf<Side>,
  { offerId }: { offerId: string },
): Promise<Agreed | null> {
  const offer = await readOffer(ctx, { offerId }).catch((error: unknown) => {
    if (isAppError(error) && error.code === 'not_found') return null;
    throw error;
  });
  if (!offer) return null;
  return pick(offer.content, [
    ...(['amountCents', 'listPriceCents', 'currency', 'items', 'assumptions'] as const),
    ...figureNames,
  ]);
}

/** What stays of a closed deal, and what readers of a clinic's team see of each: dates, prices and states, and what the clinic wrote itself. */
const withoutPatientsWords = (deal: DealFields): DealFields => ({
  ...deal,
  times: deal.times.map((time) => (time.from === 'patient' ? { ...time, note: null } : time)),
  treated: {
    ...deal.treated,
    patient: deal.treated.patient && { ...deal.treated.patient, reason: null },
  },
  denied: deal.denied?.by === 'patient' ? { ...deal.denied, reason: null } : deal.denied,
  cancelled:
    deal.cancelled?.by === 'patient' ? { ...deal.cancelled, reason: null } : deal.cancelled,
  fromTeam: [],
});

const contactOf = ({ name, phoneNumber, email }: ContactDto): ContactDto => ({
  name,
  phoneNumber,
  email,
});

const placeOf = ({ address, city, country, doctorName, languages }: ClinicReach): PlaceDto => ({
  address,
  city,
  country,
  doctorName,
  languages: [...languages],
});

/** A deal on a clinic's card. */
export interface WonDeal extends Pick<DealSummary, 'status' | 'scheduledFor'> {
  /** E.164; null for a deal that is cancelled or closed, and for somebody whose account is gone. */
  readonly phoneNumber: string | null;
  /** Where the clinic is; null where no date is agreed. */
  readonly city: string | null;
}

/** The acting clinic's deals of these offers, by their ids, with the numbers of whom they are with. */
export async function wonDeals(
  ctx: CtxOf<'clinic'>,
  offers: ReadonlyArray<Pick<Offer, 'id' | 'isClosed'>>,
): Promise<ReadonlyMap<string, WonDeal>> {
  const deals = await dealsOfOffers(
    ctx,
    offers.map(({ id }) => id),
  );
  const closed = new Set(offers.filter(({ isClosed }) => isClosed).map(({ id }) => id));
  const standing = [...deals.values()].filter(
    ({ _id, status }) => status !== 'cancelled' && !closed.has(_id),
  );
  const reachable = mayReadContact(ctx.actor) ? standing : [];
  const dated = standing.filter(({ scheduledFor }) => scheduledFor !== null);
  const [phones, towns] = await Promise.all([
    phonesOf(
      ctx,
      reachable.map(({ patientId }) => patientId),
    ),
    clinicTowns(
      ctx,
      dated.slice(0, 1).map(({ clinicId }) => clinicId),
    ),
  ]);
  return new Map(
    [...deals].map(([offerId, { status, scheduledFor, patientId, clinicId }]) => [
      offerId,
      {
        status,
        scheduledFor,
        city: (scheduledFor && towns.get(clinicId)?.city) ?? null,
        phoneNumber:
          status === 'cancelled' || closed.has(offerId) ? null : (phones.get(patientId) ?? null),
      },
    ]),
  );
}
