import { and, asc, eq, inArray } from 'drizzle-orm';
import type { ActorOf } from '#platform/actor';
import type { TxCtx } from '#platform/context';
import { photo } from '../tables.server';

/**
 * Takes the photos of a request that is over from it, within the caller's transaction: they can join another one. The
 * ids that were there, in the order shown; none the second time.
 */
export async function takeBackPhotos(
  ctx: TxCtx<ActorOf<'patient'>>,
  { leadId }: { leadId: string },
): Promise<string[]> {
  const own = and(eq(photo.leadId, leadId), eq(photo.ownerId, ctx.actor.id));
  const rows = await ctx.db
    .select({ id: photo.id })
    .from(photo)
    .where(own)
    .orderBy(asc(photo.createdAt), asc(photo.id))
    .for('update');
  const ids = rows.map(({ id }) => id);
  if (ids.length > 0)
    await ctx.db
      .update(photo)
      .set({ leadId: null, draftId: null, attachedAt: null })
      .where(and(own, inArray(photo.id, ids)));
  return ids;
}
