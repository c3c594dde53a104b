import { type CareDto, type CareRecord, maxCarePhotos } from '#contracts/aftercare';
import { type PhotoSlot, slotSetOf, slotSets } from '#contracts/consultation';
import {
  agreeToCare,
  answerCheckIn,
  giveRecord,
  lockAnswered,
  markShared,
  offerCare,
  readCare,
  stopCare,
  type TreatingClinic,
} from '#modules/aftercare';
import { clinicReach } from '#modules/clinic-onboarding';
import {
  claimPhotos,
  photosForClinic,
  photosOfCheckIns,
  photosOfLead,
  sharePhotosOfCheckIn,
  viewOfLoosePhoto,
} from '#modules/consultation';
import { clinicDay, confirmTreatment, dayOfTreatment, partiesOfDeal } from '#modules/deals';
import { readPhone, shownPhone } from '#contracts/identity';
import { recordConsent, withdrawConsent } from '#modules/identity';
import { detailsOfLeads } from '#modules/leads';
import { closedAmong } from '#modules/offers';
import { withTransaction } from '#engine';
import type { Side } from '#platform/base/actor';
import { AppError } from '#platform/base/errors';
import { actAs, type CtxOf, type TxCtx } from '#platform/context';

interface Parties {
  readonly offerId: string;
  readonly leadId: string;
  readonly patientId: string;
  readonly clinicId: string;
}

async function treatingClinic(ctx: TxCtx, who: { clinicId: string }): Promise<TreatingClinic> {
  const found = await clinicReach(ctx, who);
  const given = (text: string | undefined): string | null => text || null;
  return {
    name: found?.name ?? '',
    city: given(found?.city),
    country: given(found?.country),
    address: given(found?.address),
    phone: found?.phoneNumber ?? null,
    website: null,
  };
}

/** A treatment took place: its aftercare is offered in the transaction of that event. */
export async function offerAftercare(ctx: TxCtx, who: Parties): Promise<void> {
  const lead = (await detailsOfLeads(ctx, [who.leadId])).get(who.leadId);
  if (!lead) throw new AppError('not_found');
  const treatedOn = clinicDay(await dayOfTreatment(ctx, who));
  const { offerId, leadId, patientId, clinicId } = who;
  await offerCare(ctx, {
    ...{ offerId, leadId, patientId, clinicId, treatedOn },
    slotSet: slotSetOf({ ...lead, category: lead.treatment }),
    clinic: await treatingClinic(ctx, { clinicId }),
  });
}

/**
 * The aftercare of a deal of the acting side, with the photos of its check-ins: for the clinic those that the patient shares.
 * Of a deal that is closed to the clinic, it reads only what it gave itself.
 *
 * @throws AppError `not_found`
 */
export async function readAftercare(
  ctx: CtxOf<Side>,
  { offerId }: { offerId: string },
): Promise<CareDto> {
  const { leadId } = await partiesOfDeal(ctx, { offerId });
  const { dto, answered } = await readCare(ctx, { offerId });
  const isClinic = ctx.actor.kind === 'clinic';
  if (isClinic && (await closedAmong(ctx, [offerId])).has(offerId))
    return { ...dto, country: null, zone: null, emergencyNumber: null, checkIns: [] };
  if (answered.size === 0) return dto;
  const photos = (await photosOfCheckIns(ctx, { leadId })).filter(
    ({ isShared }) => isShared || !isClinic,
  );
  return {
    ...dto,
    checkIns: dto.checkIns.map((one) => ({
      ...one,
      photos: photos
        .filter(({ checkInId }) => checkInId === answered.get(one.day))
        .map(({ id, slot }) => ({ id, slot })),
    })),
  };
}

/** A photo of the request, as it stands beside those of the check-ins. */
export interface PhotoBefore {
  readonly id: string;
  readonly slot: PhotoSlot | null;
}

/** The photos of the request of a deal of the acting side that show a view; none for a clinic that may not see them. */
export async function photosBefore(
  ctx: CtxOf<Side>,
  { offerId }: { offerId: string },
): Promise<PhotoBefore[]> {
  const { leadId } = await partiesOfDeal(ctx, { offerId });
  const { actor } = ctx;
  const photos =
    actor.kind === 'clinic'
      ? await photosForClinic(actAs(ctx, actor), { leadId })
      : await photosOfLead(ctx, { leadId });
  return photos.filter(({ slot }) => slot !== null).map(({ id, slot }) => ({ id, slot }));
}

/**
 * The acting patient agrees to be asked after a treatment; the consent is recorded with it.
 *
 * @throws AppError `not_found`, `event_refused`
 */
export const agreeToAftercare = (
  ctx: CtxOf<'patient'>,
  input: Parameters<typeof agreeToCare>[1],
): Promise<void> =>
  withTransaction(ctx, async (tx) => {
    await agreeToCare(tx, input);
    await recordConsent(tx, ['aftercare']);
  });

/**
 * The acting patient is asked no more about a treatment; with the last one that goes on, the consent ends as well.
 *
 * @throws AppError `not_found`, `event_refused`
 */
export const stopAftercare = (
  ctx: CtxOf<'patient'>,
  { offerId }: { offerId: string },
): Promise<void> =>
  withTransaction(ctx, async (tx) => {
    if (await stopCare(tx, { offerId })) await withdrawConsent(tx, 'aftercare');
  });

/** The acting patient answers the questions of a day. @throws AppError as `answerCheckIn` */
export const answerAftercare = (
  ctx: CtxOf<'patient'>,
  input: Parameters<typeof answerCheckIn>[1],
): Promise<void> => withTransaction(ctx, (tx) => answerCheckIn(tx, input));

const photoFault = (word: string) =>
  new AppError('validation_failed', { fields: { photo: [word] } });

/**
 * The acting patient puts a photo of one of the views to a day that was answered.
 *
 * @throws AppError `not_found`; `event_refused` while the day is not answered; `validation_failed` on `photo` for one that is
 * another person's, is used, shows none of the views of this treatment, or is the eleventh
 */
export const addAftercarePhoto = (
  ctx: CtxOf<'patient'>,
  { offerId, day, photoId }: { offerId: string; day: string; photoId: string },
): Promise<void> =>
  withTransaction(ctx, async (tx) => {
    const { id, leadId, slotSet, photosShared } = await lockAnswered(tx, { offerId, day });
    const slot = await viewOfLoosePhoto(tx, { id: photoId });
    if (!(slotSets[slotSet] as readonly string[]).includes(slot))
      throw photoFault('consultation.error.slot');
    const photos = await photosOfCheckIns(tx, { leadId });
    if (photos.filter(({ checkInId }) => checkInId === id).length >= maxCarePhotos)
      throw photoFault('consultation.error.too-many-photos');
    await claimPhotos(tx, { photoIds: [photoId], leadId, checkIn: { id, isShared: photosShared } });
    await markShared(tx, { id, shared: photosShared });
  });

/**
 * The acting patient lets the clinic see the photos of a day, or no longer.
 *
 * @throws AppError `not_found`; `event_refused` while the day is not answered
 */
export const shareAftercarePhotos = (
  ctx: CtxOf<'patient'>,
  { offerId, day, shared }: { offerId: string; day: string; shared: boolean },
): Promise<void> =>
  withTransaction(ctx, async (tx) => {
    const { id } = await lockAnswered(tx, { offerId, day });
    await sharePhotosOfCheckIn(tx, { checkInId: id, isShared: shared });
    await markShared(tx, { id, shared });
  });

/**
 * The acting clinic gives what was used, a plan and a person to ask, for a deal of its own that is not cancelled.
 *
 * @throws AppError `not_found`; `event_refused` for a cancelled deal, and one that is closed to the clinic
 */
export const giveTreatmentRecord = (
  ctx: CtxOf<'clinic'>,
  { offerId, given }: { offerId: string; given: CareRecord },
): Promise<void> =>
  withTransaction(ctx, async (tx) => {
    const { phase, ...who } = await partiesOfDeal(tx, { offerId });
    if (phase === 'cancelled' || (await closedAmong(tx, [offerId])).has(offerId))
      throw new AppError('event_refused');
    await giveRecord(tx, { who, given: { ...given, person: reachable(ctx, given.person) } });
  });

/** A number that the clinic typed as one of its own country is read, and dialled, abroad. */
function reachable({ actor }: CtxOf<'clinic'>, person: CareRecord['person']): CareRecord['person'] {
  const own = readPhone(actor.phone);
  if (!person?.phone || !own.ok) return person;
  return { ...person, phone: shownPhone(person.phone, own.phone.country) };
}

const isEmpty = ({ plan, person, used }: CareRecord): boolean =>
  plan === null && person === null && used.length === 0;

/**
 * The acting side confirms a treatment; the clinic may give its record with it, which is kept or refused with the confirmation.
 *
 * @throws AppError as `confirmTreatment`; `validation_failed` on `aftercare` for the record of a patient
 */
export const confirmWithRecord = (
  ctx: CtxOf<Side>,
  {
    aftercare,
    ...treated
  }: Parameters<typeof confirmTreatment>[1] & { readonly aftercare?: CareRecord | null },
): Promise<void> =>
  withTransaction(ctx, async (tx) => {
    await confirmTreatment(tx, treated);
    if (!aftercare || isEmpty(aftercare)) return;
    const { actor } = tx;
    if (actor.kind !== 'clinic')
      throw new AppError('validation_failed', {
        fields: { aftercare: ['error.invalid_value'] },
      });
    await giveTreatmentRecord(actAs(tx, actor), { offerId: treated.offerId, given: aftercare });
  });
