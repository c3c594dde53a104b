import { and, eq, isNull } from 'drizzle-orm';
import type { ActorOf } from '#platform/actor';
import { transaction, type Ctx } from '#platform/context';
import { removeFiles } from '../stored-sizes.server';
import { findOpenDraft } from '../repo.server';
import { draft, photo } from '../tables.server';

/** Throws away the acting patient's open draft and its photos; fine when there is none, or `draftId` names another one. */
export async function discardDraft(
  ctx: Ctx<ActorOf<'patient'>>,
  { draftId }: { draftId?: string } = {},
): Promise<void> {
  const gone = await transaction(ctx, async (tx) => {
    const row = await findOpenDraft(tx, ctx.actor.id);
    if (!row || (draftId && draftId !== row.id)) return [];
    await tx.db.delete(draft).where(and(eq(draft.id, row.id), isNull(draft.submittedAt)));
    return tx.db
      .delete(photo)
      .where(and(eq(photo.draftId, row.id), isNull(photo.leadId)))
      .returning({ storageKey: photo.storageKey });
  });
  for (const { storageKey } of gone) await removeFiles(ctx, storageKey).catch(() => undefined);
}
