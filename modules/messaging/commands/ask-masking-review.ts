import { and, eq } from 'drizzle-orm';
import { audit } from '#platform/audit';
import { now } from '#platform/clock';
import { transaction } from '#platform/context';
import { days } from '#platform/duration';
import { AppError } from '#platform/errors';
import { isId } from '#platform/ids';
import { takePoint } from '#platform/rate-limit';
import { sideOf, type PartyCtx, type Talk } from '../party';
import { lockConversation, tellBoth, tellTeam } from '../repo.server';
import { maskingReview, message } from '../tables.server';

/** Of one person in a day. */
const reviewsPerDay = 10;

/**
 * Releases one masked message of the acting person to the team, who decide whether it was masked rightly. A message is
 * reviewed once: asking again changes nothing.
 *
 * @throws AppError `not_found` for a message of others, of another conversation or with nothing masked in it;
 * `too_many_requests`
 */
export const askMaskingReview = (
  ctx: PartyCtx,
  talk: Talk,
  { messageId }: { messageId: string },
): Promise<void> =>
  transaction(ctx, async (tx) => {
    if (!isId(messageId) || talk.isOpen) throw new AppError('not_found');
    await lockConversation(tx, talk);
    const by = sideOf(ctx);
    const conversationId = talk.offerId;
    const [row] = await tx.db
      .select({ masked: message.masked, review: message.review })
      .from(message)
      .where(
        and(
          eq(message.id, messageId),
          eq(message.conversationId, conversationId),
          eq(message.from, by),
        ),
      );
    if (row?.review) return;
    if (!row || row.masked === null) throw new AppError('not_found');
    const rule = { name: 'messaging.reviews-per-day', limit: reviewsPerDay, window: days(1) };
    const { allowed, retryAfterSeconds } = await takePoint(tx, rule, ctx.actor.id);
    if (!allowed) throw new AppError('too_many_requests', { retryAfterSeconds });
    const at = await now(tx);
    await tx.db
      .insert(maskingReview)
      .values({ id: messageId, conversationId, by, askedAt: at, waitingSince: at });
    await tx.db.update(message).set({ review: 'waiting' }).where(eq(message.id, messageId));
    await audit(tx, {
      action: 'messaging.masking-review-asked',
      object: { type: 'message', id: messageId },
    });
    await tellBoth(tx, talk);
    await tellTeam(tx, 'masking-reviews');
  });
