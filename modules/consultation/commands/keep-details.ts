import { eq } from 'drizzle-orm';
import type { ActorOf } from '#platform/actor';
import { sqlNow } from '#platform/clock';
import { transaction, type Ctx } from '#platform/context';
import { AppError } from '#platform/errors';
import { isOvertaken, type FormTurn } from '#platform/form-turn';
import { detailsWith, type TypedDetails } from '../draft-fields';
import { lockDraftById } from '../repo.server';
import { draft } from '../tables.server';
import { writtenBy } from './save-step';

interface Kept {
  draftId: string;
  /** The draft's version that the form was filled in on. */
  expectedVersion: number;
  turn: FormTurn | null;
  typed: TypedDetails;
}

/**
 * Keeps step 6 as it stands while somebody types. Never makes a draft, moves nobody to another step, and
 * refuses nothing that is only unfinished. A save that a later one of the same form has overtaken changes
 * nothing.
 *
 * @throws AppError `version_conflict` when another form wrote step 6 since this one was opened, or the draft
 * is not open any more; nothing is changed then.
 */
export const keepDetails = (
  ctx: Ctx<ActorOf<'patient'>>,
  { draftId, expectedVersion, turn, typed }: Kept,
): Promise<void> =>
  transaction(ctx, async (tx) => {
    const row = await lockDraftById(tx, ctx.actor.id, draftId);
    if (!row || row.submittedAt) throw new AppError('version_conflict');
    if (isOvertaken(turn, { writer: row.detailsWriter, turn: row.detailsTurn })) return;
    const fields = { ...row.fields, ...detailsWith(row.fields, typed) };
    const own = turn !== null && turn.writer === row.detailsWriter;
    const changed = JSON.stringify(fields) !== JSON.stringify(row.fields);
    if (!changed && !own) return;
    if (!own && expectedVersion < row.detailsVersion) throw new AppError('version_conflict');
    const version = row.version + (changed ? 1 : 0);
    await tx.db
      .update(draft)
      .set({ fields, version, detailsVersion: version, ...writtenBy(turn), updatedAt: sqlNow })
      .where(eq(draft.id, row.id));
  });
