import { and, eq, isNull, sql, type SQL } from 'drizzle-orm';
import { sqlNow } from '#platform/clock';
import { transaction, type TxCtx } from '#platform/context';
import { AppError } from '#platform/errors';
import { readsOwnOnly, sideOf, type PartyCtx, type Talk } from '../party';
import { findConversation, lockConversation, tellBoth } from '../repo.server';
import { otherSide, type Side } from '../sides';
import { conversation, message } from '../tables.server';
import { tellOfBurst } from '../tell-unread-job';

/**
 * The acting person has seen what the other side wrote, down to the last message that was shown (`upTo`, of either side);
 * what came in since stays unread, and a mail tells of it as of any other. Without it all that is there counts as seen.
 * Changes nothing where there is nothing new, and for who reads only their own words.
 *
 * @throws AppError `not_found` for a message of another conversation
 */
export async function markRead(
  ctx: PartyCtx,
  talk: Talk,
  { upTo }: { upTo?: string } = {},
): Promise<void> {
  if (readsOwnOnly(ctx, talk)) return;
  const side = sideOf(ctx);
  const { offerId } = talk;
  const found = await findConversation(ctx, offerId);
  const unread = side === 'patient' ? found?.patientUnread : found?.clinicUnread;
  if (!unread) return;
  await transaction(ctx, async (tx) => {
    await lockConversation(tx, talk);
    const last = upTo === undefined ? undefined : await shownUntil(tx, offerId, upTo);
    const seen = await tx.db
      .update(message)
      .set({ readAt: sqlNow })
      .where(and(isUnreadOf(offerId, side), last))
      .returning({ id: message.id });
    const rest = last ? await restOf(tx, offerId, side) : { unread: 0, from: null };
    // Said late: more than that was said to be seen before.
    if (seen.length === 0 && rest.from) return;
    await tx.db.update(conversation).set(marksOf(side, rest)).where(eq(conversation.id, offerId));
    if (rest.from) await tellOfBurst(tx, { offerId, to: side, messageId: rest.from });
    await tellBoth(tx, talk);
  });
}

const isUnreadOf = (offerId: string, side: Side): SQL =>
  and(
    eq(message.conversationId, offerId),
    eq(message.from, otherSide(side)),
    isNull(message.readAt),
  )!;

/** Of one conversation no two messages have the same moment. */
async function shownUntil(tx: TxCtx, offerId: string, messageId: string): Promise<SQL> {
  const [row] = await tx.db
    .select({ at: message.createdAt })
    .from(message)
    .where(and(eq(message.id, messageId), eq(message.conversationId, offerId)));
  if (!row) throw new AppError('not_found');
  return sql`${message.createdAt} <= ${row.at.toISOString()}::timestamptz`;
}

interface Rest {
  readonly unread: number;
  /** The first of them: nobody was told of it, because what was seen came before it. */
  readonly from: string | null;
}

async function restOf(tx: TxCtx, offerId: string, side: Side): Promise<Rest> {
  const [row] = await tx.db
    .select({
      unread: sql<number>`count(*)::int`,
      from: sql<string | null>`(array_agg(${message.id} order by ${message.createdAt}))[1]`,
    })
    .from(message)
    .where(isUnreadOf(offerId, side));
  return row!;
}

const marksOf = (side: Side, { unread, from }: Rest) =>
  side === 'patient'
    ? { patientUnread: unread, patientUnreadFrom: from }
    : { clinicUnread: unread, clinicUnreadFrom: from };
