import { and, eq, inArray, isNull, or } from 'drizzle-orm';
import { sqlNow } from '#platform/clock';
import { AppError } from '#platform/errors';
import { maxAttachments } from '../uploading';
import { unfitBeforeChoice } from '../fitness';
import type { OwnerTx } from '../owner';
import { attachment } from '../tables.server';

/** What files are claimed for: an offer, or one message of its conversation. */
export interface Parent {
  readonly offerId: string;
  readonly messageId?: string;
}

const refused = (reason: string): AppError =>
  new AppError('validation_failed', { fields: { attachments: [`attachments.error.${reason}`] } });

/**
 * Gives files of the acting patient or clinic to an offer or a message, within its own transaction. A file belongs to one
 * offer or one message; a revision may keep what its own offer has. `isOpen`: the offer is accepted; before that only
 * files are taken that could be read and hold no contact data.
 *
 * @throws AppError `validation_failed` on `attachments`: one is unknown, somebody else's, used elsewhere or infected; too
 * many; another kind of file, or contact data, before acceptance
 */
export async function claimAttachments(
  ctx: OwnerTx,
  ids: readonly string[],
  { parent, isOpen }: { parent: Parent; isOpen: boolean },
): Promise<void> {
  const wanted = [...new Set(ids)];
  if (wanted.length === 0) return;
  if (wanted.length > maxAttachments) throw refused('too-many');
  const { offerId, messageId = null } = parent;
  const isFree = isNull(attachment.offerId);
  const isOwn = and(
    eq(attachment.offerId, offerId),
    messageId === null ? isNull(attachment.messageId) : eq(attachment.messageId, messageId),
  );
  const claimed = await ctx.db
    .update(attachment)
    .set({ offerId, messageId, claimedAt: sqlNow })
    .where(
      and(
        inArray(attachment.id, wanted),
        eq(attachment.ownerKind, ctx.actor.kind),
        eq(attachment.ownerId, ctx.actor.id),
        eq(attachment.erased, false),
        or(isFree, isOwn),
      ),
    )
    .returning({
      contentType: attachment.contentType,
      contactData: attachment.contactData,
      readable: attachment.readable,
    });
  if (claimed.length !== wanted.length) throw refused('not-yours');
  if (isOpen) return;
  for (const file of claimed) {
    const unfit = unfitBeforeChoice(file);
    if (unfit) throw refused(unfit);
  }
}
