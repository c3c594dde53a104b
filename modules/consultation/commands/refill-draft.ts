import { and, eq, inArray, isNull } from 'drizzle-orm';
import type { ActorOf } from '#platform/actor';
import { sqlNow } from '#platform/clock';
import type { TxCtx } from '#platform/context';
import { AppError } from '#platform/errors';
import { emptyFields, hasBegun } from '../draft-choices';
import type { DraftFields } from '../draft-fields';
import type { DraftDto } from '../dto';
import type { LeadFields } from '../lead-fields';
import { draftDtoOf } from '../queries/read-draft';
import { factsAmong } from '../request-facts';
import { lockOpenDraft, photosOfDraft } from '../repo.server';
import { draft, photo } from '../tables.server';
import { writtenBy } from './save-step';

interface Refill {
  /** What a request said; its photos are free again (`takeBackPhotos`). */
  readonly fields: LeadFields;
  /** An open draft that says something may be thrown away for it. */
  readonly replace: boolean;
}

/**
 * Fills the acting patient's draft from what a request said, up to the summary, within the caller's transaction.
 *
 * @throws AppError `draft_exists` when one was begun and may not be replaced; nothing is changed then.
 */
export async function refillDraft(
  ctx: TxCtx<ActorOf<'patient'>>,
  { fields: said, replace }: Refill,
): Promise<DraftDto> {
  const row = await lockOpenDraft(ctx, ctx.actor.id);
  const held = await photosOfDraft(ctx, row.id);
  if (hasBegun({ fields: row.fields, photos: held }) && !replace)
    throw new AppError('draft_exists');
  // The files go with the next sweep: before the commit they may still be needed.
  await ctx.db.delete(photo).where(and(eq(photo.draftId, row.id), isNull(photo.leadId)));
  if (said.photos.length > 0)
    await ctx.db
      .update(photo)
      .set({ draftId: row.id })
      .where(
        and(inArray(photo.id, said.photos), eq(photo.ownerId, ctx.actor.id), isNull(photo.leadId)),
      );
  const version = row.version + 1;
  const [filled] = await ctx.db
    .update(draft)
    .set({
      fields: draftFieldsOf(said),
      step: 7,
      version,
      detailsVersion: version,
      ...writtenBy(null),
      updatedAt: sqlNow,
    })
    .where(eq(draft.id, row.id))
    .returning();
  return draftDtoOf(filled!, await photosOfDraft(ctx, row.id));
}

function draftFieldsOf(said: LeadFields): DraftFields {
  const { treatment: category, ...chosen } = factsAmong(said);
  const patientInfo = said.patientInfo ?? emptyFields.patientInfo;
  return { category, ...chosen, notes: said.description, patientInfo };
}
