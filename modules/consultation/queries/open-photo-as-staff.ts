import { and, eq } from 'drizzle-orm';
import type { Readable } from 'node:stream';
import type { ActorOf } from '#platform/actor';
import { audit } from '#platform/audit';
import type { Ctx } from '#platform/context';
import { AppError } from '#platform/errors';
import { isId } from '#platform/ids';
import type { PhotoSize } from '../picture.server';
import { keyOfSize } from '../photo-key';
import { photo } from '../tables.server';

/**
 * The bytes of a photo of a request for a member of staff. The read is in the audit log before the first byte leaves;
 * the owner's name for the file stays with the owner.
 *
 * @throws AppError `not_found`, also for a photo of another request
 */
export async function openPhotoAsStaff(
  ctx: Ctx<ActorOf<'staff'>>,
  { leadId, id, size }: { leadId: string; id: string; size: PhotoSize },
): Promise<{ body: Readable; bytes: number; type: 'image/jpeg'; name: string }> {
  if (!isId(leadId) || !isId(id)) throw new AppError('not_found');
  const [row] = await ctx.db
    .select({ storageKey: photo.storageKey })
    .from(photo)
    .where(and(eq(photo.id, id), eq(photo.leadId, leadId)));
  if (!row) throw new AppError('not_found');
  await audit(ctx, {
    action: 'consultation.photo-read',
    object: { type: 'photo', id },
    facts: { leadId, size },
  });
  const found = await ctx.services.ports.storage.get(keyOfSize(row.storageKey, size));
  if (!found) throw new AppError('not_found');
  return { ...found, type: 'image/jpeg', name: 'photo.jpg' };
}
