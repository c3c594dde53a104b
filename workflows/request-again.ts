import { withTransaction } from '#engine';
import type { CtxOf, TxCtxOf } from '#platform/context';
import { AppError } from '#platform/base/errors';
import { idFromName } from '#platform/base/ids';
import { detailsAmong, type DraftDto, type LeadFields } from '#contracts/consultation';
import { isActive, type LeadDto } from '#contracts/leads';
import { carryPhotoAccess, refillDraft, takeBackPhotos } from '#modules/consultation';
import { cancelLead, forgetPhotos, readLead } from '#modules/leads';
import { forgetPhotosOf } from '#modules/twins';
import { stillAsked } from './asked-clinics';
import { requestOfDraft, submitRequest, type SubmittedRequest } from './submit-request';

/**
 * The acting patient changes a request: it is cancelled, and the wizard opens at its summary with all that it said,
 * photos included. All of it happens, or nothing.
 *
 * @throws AppError `not_found`; `event_refused` when it is over already; `draft_exists` when another request was begun
 * and `replaceDraft` does not allow to throw it away
 */
export const changeRequest = (
  ctx: CtxOf<'patient'>,
  { leadId, replaceDraft }: { leadId: string; replaceDraft: boolean },
): Promise<DraftDto> =>
  withTransaction(ctx, async (tx) => {
    const clinics = await stillAsked(tx, { leadId });
    const lead = await cancelLead(tx, { leadId, reason: null });
    const draft = await refillDraft(tx, {
      clinics,
      fields: await takeOver(tx, lead),
      replace: replaceDraft,
    });
    await carryPhotoAccess(tx, { from: leadId, to: requestOfDraft(draft.id) });
    return draft;
  });

/**
 * The acting patient sends a request that is over again, in one step and with its photos. It becomes one new request,
 * also when it is asked for fifty times at once. Whoever calls has seen to it that nobody needs the old one any more.
 *
 * @throws AppError `not_found`; `event_refused` while it is open; `consent_required`, `too_many_requests`
 */
export const requestAgain = (
  ctx: CtxOf<'patient'>,
  { leadId }: { leadId: string },
): Promise<SubmittedRequest> =>
  withTransaction(ctx, async (tx) => {
    const { lead } = await readLead(tx, { leadId });
    if (isActive(lead.status)) throw new AppError('event_refused');
    const fields = await takeOver(tx, lead);
    const again = idFromName(`leads.lead:again:${lead._id}`);
    await carryPhotoAccess(tx, { from: lead._id, to: again });
    return submitRequest(tx, { from: 'fields', leadId: again, fields });
  });

/** What a request said, with its photos taken from it. */
async function takeOver(tx: TxCtxOf<'patient'>, lead: LeadDto): Promise<LeadFields> {
  const photos = await takeBackPhotos(tx, { leadId: lead._id });
  if (photos.length > 0) {
    await forgetPhotos(tx, { leadId: lead._id });
    await forgetPhotosOf(tx, [lead._id]);
  }
  const { description } = lead;
  return { ...detailsAmong(lead), description, photos, patientInfo: lead.patientInfo ?? null };
}
