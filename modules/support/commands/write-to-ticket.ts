import type { TxCtx } from '#platform/context';
import { hours } from '#platform/duration';
import { dispatch } from '#platform/flow';
import { readSetting } from '#platform/settings';
import { answerClocks } from '../answer-clocks.server';
import { addMessage, ownTicket, type TicketParty } from '../repo.server';
import { ticketBudgets } from '../settings';
import { take } from '../take-points.server';
import { ticketFlow } from '../ticket.flow.server';

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
