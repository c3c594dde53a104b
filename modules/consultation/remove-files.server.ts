import type { Ctx } from '#platform/context';
import { photoSizes } from './dto';
import { keyOfSize } from './photo-key';

/** Removes every stored size of a photo; safe to repeat. */
export async function removeFiles(ctx: Ctx, storageKey: string): Promise<void> {
  for (const size of photoSizes)
    await ctx.services.ports.storage.remove(keyOfSize(storageKey, size));
}
