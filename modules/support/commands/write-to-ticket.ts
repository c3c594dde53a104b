import { and, eq, isNull } from 'drizzle-orm';
import { sqlNow } from '#platform/clock';
import { transaction, type TxCtx } from '#platform/context';
import { hours } from '#platform/duration';
import { dispatch } from '#platform/flow';
import { readSetting } from '#platform/settings';
import { answerClocks } from '../answer-clocks.server';
import { addMessage, ownTicket, tellOwner, type PartyCtx, type TicketParty } from '../repo.server';
import { ticketBudgets } from '../settings';
import { ticket, ticketMessage } from '../tables.server';
import { ticketFlow } from '../ticket.flow.server';
import { take } from './open-ticket';

interface Written {
  readonly ticketId: string;
  /** The id that the message is to have. */
  readonly messageId: string;
  readonly text: string;
}

/**
 * The acting person writes again, within the caller's transaction. What was answered or closed waits for the team anew.
 *
 * @throws AppError `not_found`, `too_many_requests`
 */
export async function writeToTicket(
  ctx: TxCtx<TicketParty>,
  { ticketId, messageId, text }: Written,
): Promise<void> {
  const { id } = await ownTicket(ctx, ticketId);
  const { messagesPerHour: limit } = await readSetting(ctx, ticketBudgets);
  const rule = { name: 'support.messages-per-hour', limit, window: hours(1) };
  await take(ctx, [rule], ctx.actor.id);
  const event = { type: 'support.write', clocks: await answerClocks(ctx) } as const;
  await dispatch(ctx, ticketFlow, { id, event });
  await addMessage(ctx, { id: messageId, ticketId: id, from: 'owner', text });
}

/** The acting person has seen all answers. Changes nothing where there is nothing new. @throws AppError `not_found` */
export async function markTicketRead(
  ctx: PartyCtx,
  { ticketId }: { ticketId: string },
): Promise<void> {
  const found = await ownTicket(ctx, ticketId);
  if (found.unread === 0) return;
  await transaction(ctx, async (tx) => {
    await tx.db.update(ticket).set({ unread: 0, unreadFrom: null }).where(eq(ticket.id, found.id));
    await tx.db
      .update(ticketMessage)
      .set({ readAt: sqlNow })
      .where(
        and(
          eq(ticketMessage.ticketId, found.id),
          eq(ticketMessage.from, 'staff'),
          isNull(ticketMessage.readAt),
        ),
      );
    await tellOwner(tx, found);
  });
}
