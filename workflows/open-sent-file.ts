import { mayReadWords, type Side } from '#platform/base/actor';
import { offerOfAttachment, openAttachmentOf, openOwnAttachment } from '#modules/attachments';
import { partiesOf } from '#modules/offers';
import type { CtxOf } from '#platform/context';

/**
 * The bytes of a file that was sent with an offer or a message, for the two whom the offer is between; of one that was not
 * sent yet, for its owner; once the deal is closed, and for readers of its team, the clinic's own for the clinic.
 *
 * @throws AppError `not_found`, the same for somebody else's and for none; `document_unchecked`
 */
export async function openSentFile(ctx: CtxOf<Side>, { id }: { id: string }) {
  const offerId = await offerOfAttachment(ctx, { id });
  if (offerId === null) return openOwnAttachment(ctx, { id });
  const { status, isClosed } = await partiesOf(ctx, { offerId });
  const ownOnly = ctx.actor.kind === 'clinic' && (isClosed || !mayReadWords(ctx.actor));
  if (ownOnly) return openOwnAttachment(ctx, { id });
  return openAttachmentOf(ctx, { id, offerId, isOpen: status === 'accepted' });
}
