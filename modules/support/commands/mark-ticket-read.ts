import { and, eq, isNull, sql, type SQL } from 'drizzle-orm';
import { sqlNow } from '#platform/clock';
import { transaction, type TxCtx } from '#platform/context';
import { AppError } from '#platform/errors';
import { lockTicket, ownTicket, tellOwner, type PartyCtx, type TicketRow } from '../repo.server';
import { ticket, ticketMessage } from '../tables.server';

interface Seen {
  readonly ticketId: string;
  /** The last message that was shown; without it all that is there counts as seen. */
  readonly upTo?: string;
}

/**
 * The acting person has seen the answers down to the last one that was shown; what came in since stays unread. Changes
 * nothing where there is nothing new.
 *
 * @throws AppError `not_found`, also for a message of another ticket
 */
export async function markTicketRead(ctx: PartyCtx, { ticketId, upTo }: Seen): Promise<void> {
  const found = await ownTicket(ctx, ticketId);
  if (found.unread === 0) return;
  await transaction(ctx, async (tx) => {
    // Whoever answers holds the row from the message on: either all of an answer is there, or nothing of it.
    const { id } = await lockTicket(tx, found.id);
    const last = upTo === undefined ? undefined : await shownUntil(tx, id, upTo);
    await tx.db
      .update(ticketMessage)
      .set({ readAt: sqlNow })
      .where(and(isUnreadOf(id), last));
    await tx.db
      .update(ticket)
      .set(await burstOf(tx, id))
      .where(eq(ticket.id, id));
    await tellOwner(tx, found);
  });
}

const isUnreadOf = (ticketId: string): SQL =>
  and(
    eq(ticketMessage.ticketId, ticketId),
    eq(ticketMessage.from, 'staff'),
    isNull(ticketMessage.readAt),
  )!;

async function shownUntil(tx: TxCtx, ticketId: string, messageId: string): Promise<SQL> {
  const [row] = await tx.db
    .select({ at: ticketMessage.createdAt })
    .from(ticketMessage)
    .where(and(eq(ticketMessage.id, messageId), eq(ticketMessage.ticketId, ticketId)));
  if (!row) throw new AppError('not_found');
  return sql`${ticketMessage.createdAt} <= ${row.at.toISOString()}::timestamptz`;
}

/** How many answers of a ticket are unread, and the first of them. */
async function burstOf(
  tx: TxCtx,
  ticketId: string,
): Promise<Pick<TicketRow, 'unread' | 'unreadFrom'>> {
  const [row] = await tx.db
    .select({
      unread: sql<number>`count(*)::int`,
      unreadFrom: sql<
        string | null
      >`(array_agg(${ticketMessage.id} order by ${ticketMessage.createdAt}))[1]`,
    })
    .from(ticketMessage)
    .where(isUnreadOf(ticketId));
  return row!;
}
