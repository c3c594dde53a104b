import type { Ctx } from '#platform/context';
import { markErased, type DocumentRow } from '../document-repo.server';

/** Removes the bytes of documents whose rows stay; safe to repeat. */
export async function eraseBytes(
  ctx: Ctx,
  rows: ReadonlyArray<Pick<DocumentRow, 'id' | 'storageKey'>>,
): Promise<void> {
  for (const { id, storageKey } of rows) {
    await ctx.services.ports.storage.remove(storageKey);
    await markErased(ctx, [id]);
  }
}
