import type { Readable } from 'node:stream';
import type { ActorOf } from '#platform/actor';
import type { Ctx } from '#platform/context';
import { AppError } from '#platform/errors';
import type { PhotoSize } from '../picture.server';
import { findPhoto } from '../repo.server';
import { keyOfSize } from '../photo-key';

/**
 * The bytes of one size of a photo of the acting patient: its owner before and after it joins a request.
 *
 * @throws AppError `not_found`, the same for a photo of somebody else and for none at all.
 */
export async function openPhoto(
  ctx: Ctx<ActorOf<'patient'>>,
  { id, size }: { id: string; size: PhotoSize },
): Promise<{ body: Readable; bytes: number; type: 'image/jpeg'; name: string }> {
  const row = await findPhoto(ctx, ctx.actor.id, id);
  const found = row && (await ctx.services.ports.storage.get(keyOfSize(row.storageKey, size)));
  if (!found) throw new AppError('not_found');
  return { ...found, type: 'image/jpeg', name: row.name };
}
