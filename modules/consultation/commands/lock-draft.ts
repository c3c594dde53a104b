import type { ActorOf } from '#platform/actor';
import type { TxCtx } from '#platform/context';
import { AppError } from '#platform/errors';
import { lockDraftById, photosOfDraft } from '../repo.server';
import { leadFieldsSchema, type LeadFields } from '../lead-fields';

export type LockedDraft =
  | { kind: 'open'; id: string; lead: LeadFields }
  /** It became this lead already; a second submission answers with it. */
  | { kind: 'submitted'; leadId: string };

/**
 * The draft that is being submitted, locked until the transaction ends: of fifty submissions at once one
 * finds it open, the others find what it became.
 *
 * @throws AppError `not_found` when it is not the acting patient's; `validation_failed` when a choice of the
 * first three steps is missing.
 */
export async function lockDraft(
  ctx: TxCtx<ActorOf<'patient'>>,
  { draftId }: { draftId: string },
): Promise<LockedDraft> {
  const row = await lockDraftById(ctx, ctx.actor.id, draftId);
  if (!row) throw new AppError('not_found');
  if (row.leadId) return { kind: 'submitted', leadId: row.leadId };
  const { category, notes, ...rest } = row.fields;
  const photos = await photosOfDraft(ctx, row.id);
  const lead = leadFieldsSchema.safeParse({
    ...rest,
    treatment: category,
    description: notes,
    photos: photos.map((photo) => photo.id),
  });
  if (!lead.success)
    throw new AppError('validation_failed', {
      fields: { draftId: ['consultation.error.incomplete'] },
    });
  return { kind: 'open', id: row.id, lead: lead.data };
}
