import { and, eq, inArray, isNull } from 'drizzle-orm';
import type { ActorOf } from '#platform/actor';
import { sqlNow } from '#platform/clock';
import type { TxCtx } from '#platform/context';
import { AppError } from '#platform/errors';
import { photo } from '../tables.server';

/**
 * Gives photos of the acting patient to a lead, within the lead's own transaction. Each photo is good for
 * one lead.
 *
 * @throws AppError `validation_failed` on `photos` when one is unknown, somebody else's or used already.
 */
export async function claimPhotos(
  ctx: TxCtx<ActorOf<'patient'>>,
  { photoIds, leadId }: { photoIds: readonly string[]; leadId: string },
): Promise<void> {
  const wanted = [...new Set(photoIds)];
  if (wanted.length === 0) return;
  const claimed = await ctx.db
    .update(photo)
    .set({ leadId, attachedAt: sqlNow })
    .where(and(inArray(photo.id, wanted), eq(photo.ownerId, ctx.actor.id), isNull(photo.leadId)))
    .returning({ id: photo.id });
  if (claimed.length !== wanted.length)
    throw new AppError('validation_failed', {
      fields: { photos: ['consultation.error.photo-not-yours'] },
    });
}
