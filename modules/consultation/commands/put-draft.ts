import { eq } from 'drizzle-orm';
import type { ActorOf } from '#platform/actor';
import { sqlNow } from '#platform/clock';
import { transaction, type Ctx } from '#platform/context';
import { AppError } from '#platform/errors';
import { choicesOf } from '../draft-choices';
import type { DraftFields } from '../draft-fields';
import type { DraftDto } from '../dto';
import { lockOpenDraft, photosOfDraft } from '../repo.server';
import type { Step } from '../steps';
import { draft } from '../tables.server';
import { placeOf, wizardAt } from '../wizard';
import { draftDtoOf } from '../queries/read-draft';
import { writtenBy } from './save-step';

/**
 * Replaces the whole of the acting patient's draft, for clients of the API. Choices that do not fit their
 * category are dropped, and the step is pulled back to what the choices lead to, as in the wizard.
 *
 * @throws AppError `version_conflict` when the draft is not at `expectedVersion` (0 for a new one).
 */
export const putDraft = (
  ctx: Ctx<ActorOf<'patient'>>,
  input: { expectedVersion: number; step: Step; fields: DraftFields },
): Promise<DraftDto> =>
  transaction(ctx, async (tx) => {
    const row = await lockOpenDraft(tx, ctx.actor.id);
    if (row.version !== input.expectedVersion) throw new AppError('version_conflict');
    const place = placeOf(wizardAt({ step: input.step, choices: choicesOf(input.fields) }));
    const [saved] = await tx.db
      .update(draft)
      .set({
        fields: { ...input.fields, ...place.choices },
        step: place.step,
        version: row.version + 1,
        detailsVersion: row.version + 1,
        ...writtenBy(null),
        updatedAt: sqlNow,
      })
      .where(eq(draft.id, row.id))
      .returning();
    return draftDtoOf(saved!, await photosOfDraft(tx, row.id));
  });
