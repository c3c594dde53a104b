import { and, eq, isNull } from 'drizzle-orm';
import { AppError } from '#platform/errors';
import { isId } from '#platform/ids';
import type { OwnerCtx } from '../owner';
import { attachment } from '../tables.server';

/**
 * Removes a file of the acting patient or clinic that no offer and no message holds yet.
 *
 * @throws AppError `not_found` (also for somebody else's), `event_refused` once it is held
 */
export async function removeAttachment(ctx: OwnerCtx, { id }: { id: string }): Promise<void> {
  if (!isId(id)) throw new AppError('not_found');
  const isOwn = and(
    eq(attachment.id, id),
    eq(attachment.ownerKind, ctx.actor.kind),
    eq(attachment.ownerId, ctx.actor.id),
  );
  const [gone] = await ctx.db
    .delete(attachment)
    .where(and(isOwn, isNull(attachment.offerId)))
    .returning({ storageKey: attachment.storageKey });
  if (!gone) {
    const [held] = await ctx.db.select({ id: attachment.id }).from(attachment).where(isOwn);
    throw new AppError(held ? 'event_refused' : 'not_found');
  }
  // Out of reach without its row already; bytes that stay are the sweep's.
  await ctx.services.ports.storage
    .remove(gone.storageKey)
    .catch((error: unknown) =>
      ctx.log.warn({ err: error, attachmentId: id }, 'attachments.bytes-left'),
    );
}
