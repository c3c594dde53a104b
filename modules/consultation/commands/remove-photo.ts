import { and, eq, isNull } from 'drizzle-orm';
import type { ActorOf } from '#platform/actor';
import type { Ctx } from '#platform/context';
import { AppError } from '#platform/errors';
import { isId } from '#platform/ids';
import { findPhoto } from '../repo.server';
import { photo } from '../tables.server';
import { removeFiles } from '../stored-sizes.server';

/**
 * Removes a photo of the acting patient that no request holds yet.
 *
 * @throws AppError `not_found` (also for somebody else's), `event_refused` once a request holds it.
 */
export async function removePhoto(
  ctx: Ctx<ActorOf<'patient'>>,
  { id }: { id: string },
): Promise<void> {
  if (!isId(id)) throw new AppError('not_found');
  const [gone] = await ctx.db
    .delete(photo)
    .where(and(eq(photo.id, id), eq(photo.ownerId, ctx.actor.id), isNull(photo.leadId)))
    .returning({ storageKey: photo.storageKey });
  if (!gone)
    throw new AppError((await findPhoto(ctx, ctx.actor.id, id)) ? 'event_refused' : 'not_found');
  // Out of reach without its row already; files that stay are the sweep's.
  await removeFiles(ctx, gone.storageKey).catch((error: unknown) =>
    ctx.log.warn({ err: error, photoId: id }, 'consultation.photo-files-left'),
  );
}
