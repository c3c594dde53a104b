import { and, eq, isNull } from 'drizzle-orm';
import { sqlNow } from '#platform/clock';
import { transaction } from '#platform/context';
import { sideOf, type PartyCtx, type Talk } from '../party';
import { findConversation, lockConversation, tellBoth } from '../repo.server';
import { otherSide } from '../sides';
import { conversation, message } from '../tables.server';

/** The acting person has seen all that the other side wrote. Changes nothing where there is nothing new. */
export async function markRead(ctx: PartyCtx, talk: Talk): Promise<void> {
  const side = sideOf(ctx);
  const found = await findConversation(ctx, talk.offerId);
  const unread = side === 'patient' ? found?.patientUnread : found?.clinicUnread;
  if (!unread) return;
  await transaction(ctx, async (tx) => {
    await lockConversation(tx, talk);
    const seen =
      side === 'patient'
        ? { patientUnread: 0, patientUnreadFrom: null }
        : { clinicUnread: 0, clinicUnreadFrom: null };
    await tx.db.update(conversation).set(seen).where(eq(conversation.id, talk.offerId));
    await tx.db
      .update(message)
      .set({ readAt: sqlNow })
      .where(
        and(
          eq(message.conversationId, talk.offerId),
          eq(message.from, otherSide(side)),
          isNull(message.readAt),
        ),
      );
    await tellBoth(tx, talk);
  });
}
