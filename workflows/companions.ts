import {
  type SharedDto,
  type ShareDto,
  type ShareInput,
  mostNotes,
  type SubjectKind,
} from '#contracts/companions';
import type { PhotoDto, photoSizes, SubTreatment } from '#contracts/consultation';
import { isActive, type LeadDto } from '#contracts/leads';
import { figureNames, isLive } from '#contracts/offers';
import { clinicTowns } from '#modules/clinic-onboarding';
import {
  makeShare,
  type OpenedShare,
  ownShares,
  recordLook,
  shareOfBrowser,
  type Subject,
} from '#modules/companions';
import { openPhoto, photosOfLead } from '#modules/consultation';
import { partiesOfDeal, readDeal } from '#modules/deals';
import { firstNameOf } from '#modules/identity';
import { leadFlow, readLeadAlone } from '#modules/leads';
import { lockAggregate, withTransaction } from '#engine';
import { AppError, isAppError } from '#platform/base/errors';
import { pick } from '#platform/base/fields';
import { actAs, type Ctx, type CtxOf } from '#platform/context';
import type { OpenedFile } from '#platform/files/stored';
import { offersForPatient, type ShownOffer } from './offers/offers';

/** What a patient shares: a request by its id, or a deal by that of its offer. */
interface Shared {
  readonly kind: SubjectKind;
  readonly id: string;
}

/** Where it stands: whether there is something to look at, and the request that it belongs to. */
interface Standing {
  readonly subject: Subject;
  /** The request is open, or the deal was not cancelled. */
  readonly isOpen: boolean;
  readonly lead: LeadDto;
}

/** What the acting patient names. @throws AppError `not_found`, the same for another person's and for none */
async function standingOf(ctx: CtxOf<'patient'>, { kind, id }: Shared): Promise<Standing> {
  if (kind === 'comparison') {
    const lead = await readLeadAlone(ctx, { leadId: id });
    return { subject: { leadId: lead._id, offerId: null }, isOpen: isActive(lead.status), lead };
  }
  const { offerId, leadId, phase } = await partiesOfDeal(ctx, { offerId: id });
  const lead = await readLeadAlone(ctx, { leadId });
  return { subject: { leadId, offerId }, isOpen: phase !== 'cancelled', lead };
}

/**
 * The acting patient makes a link to something of theirs. What it shows is asked again under the lock of the request, and
 * links are counted under it: no link is made to what ends at the same moment, and fifty at once are three.
 *
 * @throws AppError `not_found`; `share_closed`; as `makeShare`
 */
export const shareWithCompanion = (
  ctx: CtxOf<'patient'>,
  { withPhotos, withNotes, ...shared }: Shared & ShareInput,
): Promise<{ link: ShareDto; token: string }> =>
  withTransaction(ctx, async (tx) => {
    const { lead } = await standingOf(tx, shared);
    await lockAggregate(tx, leadFlow, [lead._id]);
    const { isOpen, subject } = await standingOf(tx, shared);
    if (!isOpen) throw new AppError('share_closed');
    return makeShare(tx, { subject, withPhotos, withNotes });
  });

/** The links to one thing of the acting patient, and what the page of them says of it. */
export interface OwnCompanions {
  readonly links: readonly ShareDto[];
  readonly isOpen: boolean;
  readonly subTreatment: SubTreatment;
  readonly hasPhotos: boolean;
}

/** @throws AppError `not_found` */
export async function ownCompanions(ctx: CtxOf<'patient'>, shared: Shared): Promise<OwnCompanions> {
  const { isOpen, subject, lead } = await standingOf(ctx, shared);
  const links = await ownShares(ctx, subject);
  return { links, isOpen, subTreatment: lead.subTreatment, hasPhotos: lead.photos.length > 0 };
}

/** An offer as a companion compares it: what is public of its clinic, and what it offers. Nothing that was written in it. */
const comparedFields = [
  ...([
    '_id',
    'clinic',
    'amountCents',
    'listPriceCents',
    'currency',
    'items',
    'doctorName',
  ] as const),
  ...([
    'earliestDate',
    'availability',
    'assumptions',
    'createdAt',
    'expiresAt',
    'reputation',
    'slug',
  ] as const),
  ...(['changed', 'changedLines'] as const),
  ...figureNames,
] as const;
export type ComparedOffer = Pick<ShownOffer, (typeof comparedFields)[number]>;

/** What a companion sees of what a patient shares, with the photos where the patient shares them. */
export interface SharedView extends Pick<
  SharedDto,
  'patient' | 'subTreatment' | 'until' | 'notesLeft' | 'deal'
> {
  readonly photos: readonly PhotoDto[];
  /** Those that are open; of a deal none. */
  readonly offers: readonly ComparedOffer[];
}

/**
 * What the browser with this cookie may see now. That the link stands and that what it shows does is asked at each look;
 * what is read is read as its patient sees it, and what leads to a person is left out here.
 *
 * @throws AppError `link_gone`
 */
export async function sharedView(
  ctx: Ctx,
  { cookie }: { cookie: string | null },
): Promise<SharedView> {
  const share = await shareOfBrowser(ctx, cookie);
  const patient = patientOf(ctx, share);
  const { leadId } = share;
  const name = await firstNameOf(ctx, share);
  if (name === null) throw new AppError('link_gone');
  const { lead, ...shown } = await orGone(whatIsShown(patient, share));
  const photos = share.withPhotos ? await photosOfLead(ctx, { leadId }) : [];
  await recordLook(ctx, share);
  return {
    patient: name,
    subTreatment: lead.subTreatment,
    until: share.expiresAt.toISOString(),
    photos,
    notesLeft: share.withNotes ? Math.max(0, mostNotes - share.notes) : null,
    ...shown,
  };
}

/** Reads in place of the patient, who has said so by giving the link; without a number, so that none can be read out. */
const patientOf = (ctx: Ctx, { id, patientId }: OpenedShare): CtxOf<'patient'> =>
  actAs(ctx, { kind: 'patient', id: patientId, phone: '', sessionId: id });

/** What is over, and what is not there, looks like a link that has ended. */
const orGone = <T>(found: Promise<T>): Promise<T> =>
  found.catch((error: unknown) => {
    if (isAppError(error) && error.code === 'not_found') throw new AppError('link_gone');
    throw error;
  });

async function whatIsShown(ctx: CtxOf<'patient'>, { leadId, offerId }: OpenedShare) {
  const lead = await readLeadAlone(ctx, { leadId });
  if (offerId !== null) return { lead, offers: [], deal: await sharedDeal(ctx, offerId) };
  if (!isActive(lead.status)) throw new AppError('not_found');
  const offers = await offersForPatient(ctx, { leadId });
  const open = offers.filter(({ status }) => isLive(status));
  return { lead, offers: open.map((offer) => pick(offer, comparedFields)), deal: null };
}

async function sharedDeal(
  ctx: CtxOf<'patient'>,
  offerId: string,
): Promise<NonNullable<SharedDto['deal']>> {
  const { deal } = await readDeal(ctx, { offerId });
  if (deal.status === 'cancelled') throw new AppError('not_found');
  const clinic = (await clinicTowns(ctx, [deal.clinicId])).get(deal.clinicId);
  return {
    clinicName: clinic?.name ?? '',
    city: clinic?.city ?? null,
    ...pick(deal, ['status', 'priceFinal', 'createdAt', 'scheduledFor', 'treatedAt']),
    price: deal.priceAccepted,
  };
}

/**
 * The bytes of a photo for the browser with this cookie, under no name of the patient's.
 *
 * @throws AppError `not_found`, the same for a photo that the link does not show, for none, and without a link
 */
export async function openSharedPhoto(
  ctx: Ctx,
  { cookie, id, size }: { cookie: string | null; id: string; size: (typeof photoSizes)[number] },
): Promise<OpenedFile> {
  const share = await shareOfBrowser(ctx, cookie).catch((error: unknown) => {
    if (isAppError(error) && error.code === 'link_gone') throw new AppError('not_found');
    throw error;
  });
  const { leadId, withPhotos } = share;
  const photos = withPhotos ? await photosOfLead(ctx, { leadId }) : [];
  if (!photos.some((photo) => photo.id === id)) throw new AppError('not_found');
  return { ...(await openPhoto(patientOf(ctx, share), { id, size })), name: 'photo.jpg' };
}
