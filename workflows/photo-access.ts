import type { PhotoViewsDto } from '#contracts/consultation';
import { approvedProfiles, clinicNames, holdApproval } from '#modules/clinic-onboarding';
import {
  openPhotoAsClinic,
  photoViewsOf,
  setPhotoAccess,
  type MaySee,
} from '#modules/consultation';
import { matches, matchesAsked } from '#modules/exchange';
import { askFor, isOpenAsk, leadForClinics, requireOwnLead } from '#modules/leads';
import { standingOffer } from '#modules/offers';
import type { CtxOf } from '#platform/context';
import { AppError } from '#platform/base/errors';
import { isId } from '#platform/base/ids';

/**
 * Who may look at the photos of a request besides its patient, asked of the clinic, the request and the offer themselves:
 * while it is open, approved clinics that match it, are asked with it or have a live offer for it; after the choice the chosen one alone; of
 * a request that is under review or over, nobody. Asked within a transaction, the clinic stays approved until its end.
 */
const maySeePhotos: MaySee = async (ctx, leadId) => {
  const { tx, unitOfWork, actor } = ctx;
  if (tx && unitOfWork && !(await holdApproval({ ...ctx, tx, unitOfWork }, { clinicId: actor.id })))
    return null;
  const lead = await leadForClinics(ctx, { leadId });
  const open = lead?.status === 'reviewed' || lead?.status === 'offers_received';
  if (!lead || !(open || lead.status === 'completed')) return null;
  const clinic = (await approvedProfiles(ctx, [actor.id])).get(actor.id);
  if (!clinic) return null;
  if (open && matches(clinic, lead)) return clinic;
  const ask = open && matchesAsked(clinic, lead) ? await askFor(ctx, { leadId }) : null;
  if (ask && isOpenAsk(ask)) return clinic;
  const offer = await standingOffer(ctx, { leadId });
  return offer && (open || offer === 'accepted') ? clinic : null;
};

/** @throws AppError `not_found`, the same for a photo that the acting clinic may not see and for none; `busy` */
export const openPhotoForClinic = (
  ctx: CtxOf<'clinic'>,
  input: Omit<Parameters<typeof openPhotoAsClinic>[1], 'maySee'>,
) => openPhotoAsClinic(ctx, { ...input, maySee: maySeePhotos });

/**
 * Who opened the photos of a request of the acting patient, and who may not any more.
 *
 * @throws AppError `not_found`
 */
export async function readPhotoViews(
  ctx: CtxOf<'patient'>,
  { leadId }: { leadId: string },
): Promise<PhotoViewsDto> {
  await requireOwnLead(ctx, { leadId });
  return photoViews(ctx, { leadId });
}

/** As {@link readPhotoViews}; whoever asks knows that the request is the patient's. */
export async function photoViews(
  ctx: CtxOf<'patient'>,
  { leadId }: { leadId: string },
): Promise<PhotoViewsDto> {
  const { views, ended } = await photoViewsOf(ctx, { leadId });
  const ids = [...views, ...ended].map(({ clinicId }) => clinicId);
  const names = await clinicNames(ctx, [...new Set(ids)]);
  const clinicOf = (id: string) => ({ _id: id, clinicName: names.get(id) ?? '' });
  return {
    views: views.map(({ clinicId, lastAt, ...view }) => ({
      clinic: clinicOf(clinicId),
      ...view,
      lastAt: lastAt.toISOString(),
    })),
    withdrawn: ended.map(({ clinicId, at }) => ({
      clinic: clinicOf(clinicId),
      at: at.toISOString(),
    })),
  };
}

/**
 * The acting patient takes a clinic's access to the photos of a request, or gives it back.
 *
 * @throws AppError `not_found` for a request that is not the patient's, and for a clinic that is not there
 */
export async function changePhotoAccess(
  ctx: CtxOf<'patient'>,
  { leadId, clinicId, allowed }: { leadId: string; clinicId: string; allowed: boolean },
): Promise<PhotoViewsDto> {
  await requireOwnLead(ctx, { leadId });
  const known = isId(clinicId) && (await clinicNames(ctx, [clinicId])).has(clinicId);
  if (!known) throw new AppError('not_found');
  await setPhotoAccess(ctx, { leadId, clinicId, allowed });
  return photoViews(ctx, { leadId });
}
