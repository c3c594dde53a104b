import { withTransaction, publishLive } from '#engine';
import { photoAccessChanged, type PhotoSlot, viewsFor } from '#contracts/consultation';
import {
  claimPhotos,
  photosForClinic,
  photoSeenWithAnotherPerson,
  viewOfLoosePhoto,
} from '#modules/consultation';
import { addLeadPhoto, leadForClinics } from '#modules/leads';
import { lastAboutView } from '#modules/messaging';
import { AppError } from '#platform/base/errors';
import { newId } from '#platform/base/ids';
import type { CtxOf } from '#platform/context';
import { refreshListings } from '../exchange/refresh-listings';
import { lookAtNewPhotos } from '../twins/look';
import { conversationOf, writeMessage } from './talk';

const noWords = { text: '', attachments: [] };

/**
 * The acting clinic asks for a photo of one view that is missing: a message of a fixed form, once until it is answered.
 * Answers its id.
 *
 * @throws AppError as `writeMessage`; `validation_failed` on `slot` for a view that is there or is not asked for here
 */
export function askForView(
  ctx: CtxOf<'clinic'>,
  { offerId, slot }: { offerId: string; slot: PhotoSlot },
): Promise<string> {
  return withTransaction(ctx, async (tx) => {
    const found = await conversationOf(tx, { owners: [ctx.actor], offerId });
    await requireMissing(tx, { leadId: found.talk.leadId, slot });
    const messageId = newId();
    await writeMessage({ ...found, ctx: tx }, { offerId, messageId, fields: noWords, slot });
    return (await lastAboutView(tx, { offerId, slot }))?.id ?? messageId;
  });
}

async function requireMissing(
  ctx: CtxOf<'clinic'>,
  { leadId, slot }: { leadId: string; slot: PhotoSlot },
): Promise<void> {
  const lead = await leadForClinics(ctx, { leadId });
  if (!lead) throw new AppError('not_found');
  const photos = await photosForClinic(ctx, { leadId });
  // The patient took the photos away: there is nothing to ask for any more.
  if (lead.photos.length > 0 && photos.length === 0) throw new AppError('not_found');
  const view = viewsFor({ ...lead, category: lead.treatment }, photos).find(
    (one) => one.slot === slot,
  );
  if (view?.photoId === null) return;
  throw new AppError('validation_failed', {
    fields: { slot: [view ? 'consultation.error.view-there' : 'consultation.error.slot'] },
  });
}

/**
 * The acting patient adds a photo of a view to the request that an offer is about, and the clinic reads that it is there.
 * All clinics that may see the photos see it. Answers the message's id.
 *
 * @throws AppError as `writeMessage`; `validation_failed` on `photo` for one that is not the patient's, belongs to a request
 * already, shows no view, or is the eleventh; a photo that is with another person's request is refused like one that is not theirs
 */
export function addView(
  ctx: CtxOf<'patient'>,
  { offerId, photoId }: { offerId: string; photoId: string },
): Promise<string> {
  return withTransaction(ctx, async (tx) => {
    const found = await conversationOf(tx, { owners: [ctx.actor], offerId });
    const { leadId, clinicId } = found.talk;
    const slot = await viewOfLoosePhoto(tx, { id: photoId });
    const messageId = newId();
    // First: it locks clinic, request and conversation in the order that everything keeps.
    await writeMessage({ ...found, ctx: tx }, { offerId, messageId, fields: noWords, slot });
    if (await photoSeenWithAnotherPerson(tx, [photoId]))
      throw new AppError('validation_failed', {
        fields: { photo: ['consultation.error.photo-not-yours'] },
      });
    await claimPhotos(tx, { photoIds: [photoId], leadId });
    await addLeadPhoto(tx, { leadId, photoId });
    await refreshListings(tx, [leadId]);
    await publishLive(tx, `clinic:${clinicId}`, { type: photoAccessChanged, data: { leadId } });
    await lookAtNewPhotos(tx, [photoId]);
    return messageId;
  });
}
