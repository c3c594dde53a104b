import type { ActorOf } from '#platform/actor';
import type { Ctx } from '#platform/context';
import { emptyFields } from '../draft-choices';
import type { DraftDto } from '../dto';
import { findOpenDraft, photosOfDraft, type DraftRow, type PhotoRow } from '../repo.server';
import type { Step } from '../steps';

/** The acting patient's open draft with its photos; null when there is none. */
export async function readDraft(ctx: Ctx<ActorOf<'patient'>>): Promise<DraftDto | null> {
  const row = await findOpenDraft(ctx, ctx.actor.id);
  return row ? draftDtoOf(row, await photosOfDraft(ctx, row.id)) : null;
}

export const draftDtoOf = (row: DraftRow, photos: PhotoRow[]): DraftDto => ({
  id: row.id,
  version: row.version,
  step: row.step as Step,
  // A draft may be older than a field.
  fields: { ...emptyFields, ...row.fields },
  photos: photos.map(({ id, name, width, height }) => ({ id, name, width, height })),
});
