import path from 'node:path';
import type { Ctx } from '#platform/context';
import { photoSizes } from './addresses';
import { keyOfSize } from './photo-key';

/** Stores every size that lies in `folder` under its name. */
export async function storeSizes(ctx: Ctx, storageKey: string, folder: string): Promise<void> {
  for (const size of photoSizes) {
    const file = { path: path.join(folder, size) };
    await ctx.services.ports.storage.put(keyOfSize(storageKey, size), file, 'image/jpeg');
  }
}

/** Removes every stored size of a photo, or of a clinic's copy of one; safe to repeat. */
export async function removeFiles(ctx: Ctx, storageKey: string): Promise<void> {
  for (const size of photoSizes)
    await ctx.services.ports.storage.remove(keyOfSize(storageKey, size));
}
