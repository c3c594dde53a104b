import type { Readable } from 'node:stream';
import { AppError } from '#platform/errors';
import { keyOfSize } from '../photo-key';
import type { PhotoSize } from '../picture.server';
import type { ClinicCtx, MaySee } from './clinic-sight';
import { countView } from './count-view';
import { forgetCopy, makeCopy } from './make-copy';
import { findShown } from './shown-photo';

/** Copies that are made for one request of bytes: one that is not there, and one whose files are gone. */
const makings = 2;

/**
 * The bytes of one size of a photo for the acting clinic: always of its own copy, which bears its name and the day of its
 * first view, and is made at that view. The view is counted and told before the first byte leaves, and `maySee` is asked
 * in the transaction that counts it, however long the copy took. The owner's name for the file stays with the owner.
 *
 * @throws AppError `not_found`, the same for a photo that the clinic may not see and for none; `busy` while too many copies
 * are being made
 */
export async function openPhotoAsClinic(
  ctx: ClinicCtx,
  { id, size, maySee }: { id: string; size: PhotoSize; maySee: MaySee },
): Promise<{ body: Readable; bytes: number; type: 'image/jpeg'; name: string }> {
  for (let made = 0; ; made += 1) {
    const shown = await findShown(ctx, id);
    if (!shown) throw new AppError('not_found');
    if (shown.copyKey) {
      await countView(ctx, { ...shown, maySee });
      const found = await ctx.services.ports.storage.get(keyOfSize(shown.copyKey, size));
      if (found) return { ...found, type: 'image/jpeg', name: 'photo.jpg' };
      await forgetCopy(ctx, shown.copyKey);
    }
    const viewer = await maySee(ctx, shown.leadId);
    if (!viewer) throw new AppError('not_found');
    if (made === makings) throw new AppError('busy', { retryAfterSeconds: 5 });
    await makeCopy(ctx, { ...shown, viewer, maySee });
  }
}
