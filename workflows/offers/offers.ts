import { withTransaction, lockAggregate, prepareStart } from '#engine';
import {
  changesBetween,
  figureNames,
  linesChanged,
  type ChangedPart,
  type DeclineReason,
  type OfferTerms,
  type OfferDto,
  type OfferFields,
  templateOf,
  type Currency,
  type TemplateLine,
} from '#contracts/offers';
import {
  holdApproval,
  publicNames,
  clinicNames,
  lockOfferingProfile,
  mayOffer,
  approvedProfiles,
} from '#modules/clinic-onboarding';
import { type Reputation, reputationOf } from '#modules/deals';
import {
  acceptOffer,
  clinicsOffering,
  maskRevisions,
  offersOfLead,
  previousRevisions,
  readOffer,
  type Offer,
  precheckOffer,
  reviseOffer as revise,
  sendOffer as send,
  ownOfferFor,
  withoutContactData,
} from '#modules/offers';
import { mayReadContact } from '#platform/base/actor';
import type { Ctx, CtxOf } from '#platform/context';
import { AppError } from '#platform/base/errors';
import { pipeline } from '#platform/base/pipeline';
import { readDealOf } from '../deals/read-deal-of';
import { offerInWords } from './offer-words';
import { listAsks } from '../exchange/refresh-listings';
import { attachmentsById, claimAttachments } from '#modules/attachments';
import { maskText } from '#platform/masking/mask';
import { pick } from '#platform/base/fields';
import { matches, matchesAsked } from '#modules/exchange';
import {
  answerAsk,
  askFlow,
  askFor,
  asksOf,
  isOpenAsk,
  keptBeside,
  leadFlow,
  leadForClinics,
  offerCap,
  type Ask,
  type LeadForClinics,
} from '#modules/leads';
import { readSetting } from '#platform/settings/settings';
import { detailsAmong, leadValueOf, priorityOf, viewsFor } from '#contracts/consultation';
import type { LeadDetail } from '#contracts/exchange';
import { photosForClinic } from '#modules/consultation';
import { abbreviatedNames } from '#modules/identity';

type Revision = Offer['content'];

/** What a revision said differently from the one before it, and in which lines; nothing for a first one. */
interface Changes {
  readonly changed: readonly ChangedPart[];
  readonly changedLines: readonly string[];
}

/** Why an offer is over without having been chosen. */
export interface EndedOffer {
  readonly at: string;
  readonly because: NonNullable<Offer['declinedBecause'] | Offer['withdrawnBy']> | 'expired';
  /** The patient's one tap. */
  readonly reason: DeclineReason | null;
}

/** An offer as its patient weighs it. */
export interface ShownOffer extends PresentedOffer, Changes {
  /** What its clinic has shown so far. */
  readonly reputation: Reputation;
  /** Of its clinic's public page; null while the clinic is not approved. */
  readonly slug: string | null;
  /** Of the doctor whom it names, for `GET /clinic-pictures/{id}`; null where its clinic shows none. */
  readonly doctorPicture: string | null;
  readonly ended: EndedOffer | null;
}

/** What an offer said from `at` (ISO 8601) on. */
export interface ShownRevision extends OfferTerms, Changes {
  readonly revision: number;
  readonly at: string;
}

export interface OfferInFull extends ShownOffer {
  /** Newest first, the current one included. */
  readonly revisions: readonly ShownRevision[];
}

/** All offers for a request of the acting patient; none for a request of somebody else. */
export async function offersForPatient(
  ctx: CtxOf<'patient'>,
  { leadId }: { leadId: string },
): Promise<ShownOffer[]> {
  const offers = await offersOfLead(ctx, { leadId });
  const before = await previousRevisions(ctx, offers);
  return shown(ctx, offers, before);
}

/**
 * One offer for a request of the acting patient with all that it said.
 *
 * @throws AppError `not_found`
 */
export async function offerForPatient(
  ctx: CtxOf<'patient'>,
  { offerId }: { offerId: string },
): Promise<OfferInFull> {
  return inFull(ctx, await readOffer(ctx, { offerId }));
}

/**
 * As {@link offerForPatient}, with its words in the reader's language and whether they can be had in it.
 *
 * @throws AppError `not_found`
 */
export async function offerToRead(
  ctx: CtxOf<'patient'>,
  { offerId }: { offerId: string },
): Promise<{ offer: OfferInFull } & Awaited<ReturnType<typeof offerInWords>>> {
  const read = await readOffer(ctx, { offerId });
  const [offer, words] = await Promise.all([inFull(ctx, read), offerInWords(ctx, read)]);
  return { offer, ...words };
}

async function inFull(
  ctx: CtxOf<'patient'>,
  { earlier, ...offer }: Awaited<ReturnType<typeof readOffer>>,
): Promise<OfferInFull> {
  const [previous] = earlier;
  const before = new Map(previous ? [[offer.id, previous]] : []);
  const [one] = await shown(ctx, [offer], before);
  const oldestFirst = [offer.content, ...earlier].reverse();
  const said = (offer.status === 'accepted' ? oldestFirst : maskRevisions(oldestFirst)).reverse();
  const revisions = said.map((each, n) => toRevision(each, said[n + 1]));
  return { ...one!, message: revisions[0]!.message, revisions };
}

async function shown(
  ctx: CtxOf<'patient'>,
  offers: readonly Offer[],
  before: ReadonlyMap<string, Revision>,
): Promise<ShownOffer[]> {
  const reputations = await reputationsOf(ctx, offers);
  const pages = await publicNames(ctx, [...reputations.keys()]);
  const presented = await presentOffers(ctx, offers, reputations);
  return offers.map((offer, n) => ({
    ...presented[n]!,
    ...changesOf(offer.content, before.get(offer.id)),
    reputation: reputations.get(offer.clinicId)!,
    slug: pages.get(offer.clinicId)?.slug ?? null,
    doctorPicture:
      pages.get(offer.clinicId)?.portraits[presented[n]!.doctorName?.trim() ?? ''] ?? null,
    ended: endOf(offer),
  }));
}

const changesOf = (now: OfferTerms, before: OfferTerms | undefined): Changes => ({
  changed: before ? changesBetween(before, now) : [],
  changedLines: before ? linesChanged(before, now) : [],
});

function toRevision(said: Revision, before: Revision | undefined): ShownRevision {
  const { offerId: _its, at, ...rest } = said;
  return { ...rest, at: at.toISOString(), ...changesOf(said, before) };
}

function endOf({ status, endedAt, ...why }: Offer): EndedOffer | null {
  if (!endedAt || status === 'accepted') return null;
  const because = why.declinedBecause ?? why.withdrawnBy ?? 'expired';
  return { at: endedAt.toISOString(), because, reason: why.declineReason };
}

/** How many other offers are open beside one. */
export async function othersBeside(
  ctx: CtxOf<'patient'>,
  { leadId }: Pick<ShownOffer, 'leadId'>,
): Promise<number> {
  const clinics = await clinicsOffering(ctx, [leadId]);
  return Math.max(0, (clinics.get(leadId)?.length ?? 0) - 1);
}

/**
 * The acting patient accepts an offer as it was shown; without a revision, as it stands. The offer of a clinic that is
 * suspended cannot be accepted, also before it is withdrawn.
 *
 * @throws AppError as `acceptOffer`; `offer_changed` when its clinic has revised it since: nothing is accepted then
 */
export const acceptShownOffer = (
  ctx: CtxOf<'patient'>,
  { offerId, revision }: { offerId: string; revision?: number },
): Promise<Offer> =>
  withTransaction(ctx, async (tx) => {
    const accepted = await acceptOffer(tx, { offerId, mayBeChosen: holdApproval });
    if (accepted.revision !== (revision ?? accepted.revision)) throw new AppError('offer_changed');
    return accepted;
  });

/** The number under which the acting patient reaches the clinic of an accepted offer; null where there is none to show. */
export async function clinicPhoneOf(
  ctx: CtxOf<'patient'>,
  { _id, status }: Pick<ShownOffer, '_id' | 'status'>,
): Promise<string | null> {
  if (status !== 'accepted') return null;
  const { contact } = await readDealOf(ctx, { offerId: _id });
  return contact?.phoneNumber ?? null;
}

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
    ...presented(offer, isWhole(ctx, offer), {
      _id: offer.clinicId,
      clinicName: names.get(offer.clinicId) ?? '',
      rating: reputations.get(offer.clinicId)?.rating ?? null,
    }),
    attachments: offer.content.attachments.flatMap((id) => files.get(id) ?? []),
  }));
}

/** Whether words stand as they were written: once the offer is accepted, for who may read contact data. */
const isWhole = ({ actor }: Ctx, offer: Pick<Offer, 'status'> | null): boolean =>
  offer?.status === 'accepted' && (actor.kind !== 'clinic' || mayReadContact(actor));

/** Files by their ids; names as they were given where words stand as they were written. */
const filesOf = (ctx: Ctx, offers: readonly Offer[], { isOpen }: { isOpen: boolean }) =>
  attachmentsById(ctx, {
    ids: offers
      .filter((offer) => isWhole(ctx, offer) === isOpen)
      .flatMap(({ content }) => content.attachments),
    isOpen,
  });

export async function presentOffer(ctx: Ctx, offer: Offer): Promise<PresentedOffer> {
  const [one] = await presentOffers(ctx, [offer]);
  return one!;
}

const presented = (
  offer: Offer,
  whole: boolean,
  clinic: PresentedOffer['clinic'],
): Omit<PresentedOffer, 'attachments'> => {
  const content = whole ? offer.content : withoutContactData(offer.content);
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
    ...pick(content, figureNames),
    assumptions: content.assumptions ?? [],
    status: offer.status,
    revision: offer.revision,
    expiresAt: offer.expiresAt.toISOString(),
    createdAt: offer.createdAt.toISOString(),
  };
};

/** What a patient wrote, as a clinic reads it that is not chosen. */
export const maskNotes = (text: string): string => maskText(text).text;

/**
 * The acting clinic sends an offer for a request that it sees. Whether it may is asked of the clinic and of the request
 * themselves, each under its lock, in this order: no clinic is shut out, and no request ends or fills up, between the
 * question and the offer.
 *
 * @throws AppError `forbidden` (not approved), `verification_expired`, `not_found` (nothing that it sees), `lead_closed`, `offer_exists`,
 *   `offers_full`, `too_many_requests`, `validation_failed`
 */
export function sendOffer(
  ctx: CtxOf<'clinic'>,
  { leadId, offerId, fields }: { leadId: string; offerId: string; fields: OfferFields },
): Promise<PresentedOffer> {
  return withTransaction(ctx, async (tx) => {
    await precheckOffer(tx);
    const [profile, isVerified] = await pipeline(
      lockOfferingProfile(tx),
      mayOffer(tx, tx.actor.id),
      prepareStart(tx, offerId),
    );
    if (!isVerified) throw new AppError('verification_expired');
    const trees = await lockAggregate(tx, leadFlow, [leadId]);
    const lead = await leadForClinics(tx, { leadId });
    const isAsking = trees.get(leadId)?.some(({ machine }) => machine === askFlow.name);
    const asks = isAsking ? await asksOf(tx, { leadId }) : [];
    const ask = asks.find(({ clinicId }) => clinicId === tx.actor.id);
    if (!lead || !sees(profile, lead, ask)) throw new AppError('not_found');
    if (lead.status !== 'reviewed' && lead.status !== 'offers_received')
      throw new AppError('lead_closed');
    const { subTreatment } = lead;
    const cap = await readSetting(tx, offerCap);
    const { currency } = profile;
    const kept = keptBeside(asks, { cap, clinicId: tx.actor.id });
    await send(tx, { offerId, lead, cap, kept, fields, subTreatment, currency });
    if (ask && isOpenAsk(ask)) {
      await answerAsk(tx, ask);
      await listAsks(tx, { leadId });
    }
    await claimAttachments(tx, fields.attachments, { parent: { offerId }, isOpen: false });
    return presentOffer(tx, await readOffer(tx, { offerId }));
  });
}

/**
 * The acting clinic says something else in its live offer.
 *
 * @throws AppError `forbidden`, `not_found`, `already_decided`, `offer_expired`, `validation_failed`
 */
export function reviseOffer(
  ctx: CtxOf<'clinic'>,
  { offerId, fields }: { offerId: string; fields: OfferFields },
): Promise<PresentedOffer> {
  return withTransaction(ctx, async (tx) => {
    const found = await readOffer(tx, { offerId });
    await lockOfferingProfile(tx);
    const { subTreatment } = (await leadForClinics(tx, found))!;
    await revise(tx, found, { fields, subTreatment });
    await claimAttachments(tx, fields.attachments, { parent: { offerId }, isOpen: false });
    return presentOffer(tx, await readOffer(tx, { offerId }));
  });
}

/** Whether a clinic finds a request that is open: by what it does and where, or because the patient asked it. */
const sees = (
  profile: Parameters<typeof matches>[0],
  lead: LeadForClinics,
  ask: Ask | null | undefined,
): boolean => (ask && isOpenAsk(ask) ? matchesAsked : matches)(profile, lead);

export interface RequestForClinic {
  readonly lead: LeadDetail;
  /** What an offer for it says, in the order shown. */
  readonly offerTemplate: readonly TemplateLine[];
  /** The one that stands, else the last one. */
  readonly ownOffer: PresentedOffer | null;
  /** The currency that the acting clinic's offers start with. */
  readonly currency: Currency;
}

/** For a patient whose account is gone while the request is still to be closed. */
const nameless = '–';

/**
 * A request as the acting clinic may see it, asked of the clinic, the request and the offer themselves: while it is open,
 * one that it matches or has a live offer for; after the choice the chosen clinic alone.
 *
 * @throws AppError `not_found`
 */
export async function readRequest(
  ctx: CtxOf<'clinic'>,
  { leadId }: { leadId: string },
): Promise<RequestForClinic> {
  const lead = await leadForClinics(ctx, { leadId });
  if (!lead) throw new AppError('not_found');
  const [profiles, ask, own, names] = await Promise.all([
    approvedProfiles(ctx, [ctx.actor.id]),
    askFor(ctx, { leadId }),
    ownOfferFor(ctx, { leadId }),
    abbreviatedNames(ctx, { ids: [lead.patientId], lock: false }),
  ]);
  const profile = profiles.get(ctx.actor.id);
  const live = own?.status === 'pending' || own?.status === 'negotiating';
  const seen = isOpen(lead)
    ? live || (profile && sees(profile, lead, ask))
    : own?.status === 'accepted';
  if (!profile || !seen) throw new AppError('not_found');
  const closed = own?.isClosed === true && !isOpen(lead);
  const photos = !closed && lead.photos.length > 0 ? await photosForClinic(ctx, { leadId }) : [];
  const hidden = closed || (lead.photos.length > 0 && photos.length === 0);
  return {
    lead: detailOf(
      { ...lead, ...(closed ? nothingOfHealth : {}) },
      {
        photos: hidden ? null : photos,
        own,
        whole: isWhole(ctx, own),
        ask,
        patient: names.get(lead.patientId) ?? nameless,
      },
    ),
    offerTemplate: templateOf(lead.subTreatment),
    ownOffer: own && (await presentOffer(ctx, own)),
    currency: profile.currency,
  };
}

/** What is left of a request whose deal is closed: what it was about, no word of the patient's health. */
const nothingOfHealth = { description: '', patientInfo: null };

const isOpen = ({ status }: LeadForClinics): boolean =>
  status === 'reviewed' || status === 'offers_received';

interface Beside {
  /** What the clinic may see of them; null where it may not. */
  readonly photos: Awaited<ReturnType<typeof photosForClinic>> | null;
  readonly own: Offer | null;
  /** What the patient wrote stands as it is. */
  readonly whole: boolean;
  readonly ask: Ask | null;
  readonly patient: string;
}

function detailOf(lead: LeadForClinics, { photos, own, whole, ask, patient }: Beside): LeadDetail {
  const { locations, ...details } = detailsAmong(lead);
  const cents = leadValueOf(lead.budget);
  const shown = whole ? (text: string) => text : maskNotes;
  const { patientInfo: info } = lead;
  return {
    _id: lead.id,
    patient,
    ...details,
    location: locations.length > 0 ? locations.join(', ') : null,
    requestedAt: lead.publishedAt.toISOString(),
    priority: priorityOf(lead.timeline),
    bidsCount: lead.offersCount,
    leadValue: cents && cents / 100,
    description: shown(lead.description),
    photos: (photos ?? []).map(({ id }) => id),
    views: photos ? viewsFor({ ...details, category: details.treatment }, photos) : [],
    ...(info
      ? {
          patientInfo: {
            ...info,
            medicalHistory: shown(info.medicalHistory),
            allergies: shown(info.allergies),
          },
        }
      : {}),
    status: own?.status ?? 'new',
    open: isOpen(lead),
    asked: ask !== null && isOpenAsk(ask),
    keptUntil: ask?.keptUntil?.toISOString() ?? null,
  };
}
