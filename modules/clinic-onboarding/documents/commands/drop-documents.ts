import type { Ctx } from '#platform/context';
import type { StashedDocument } from './stash-document';

/** Takes stashed documents out of the store again; what cannot be reached now is the sweep's. */
export async function dropDocuments(
  ctx: Ctx,
  files: ReadonlyArray<Pick<StashedDocument, 'storageKey'>>,
): Promise<void> {
  for (const { storageKey } of files)
    await ctx.services.ports.storage.remove(storageKey).catch(() => undefined);
}
