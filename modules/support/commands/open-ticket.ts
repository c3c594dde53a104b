import { and, desc, eq, ne, sql } from 'drizzle-orm';
import { now } from '#platform/clock';
import type { TxCtx } from '#platform/context';
import { after, days, hours, milliseconds } from '#platform/duration';
import { startFlow } from '#platform/flow';
import { newId } from '#platform/ids';
import { readSetting } from '#platform/settings';
import { answerClocks } from '../answer-clocks.server';
import type { NewTicket, VisitorTicket } from '../calls';
import {
  addMessage,
  ownedBy,
  type PartyCtx,
  type TicketParty,
  type TicketRow,
} from '../repo.server';
import { ticketBudgets, ticketWindows } from '../settings';
import { ticket } from '../tables.server';
import { take } from '../take-points.server';
import { ticketFlow } from '../ticket.flow.server';
import { writeToTicket } from './write-to-ticket';

type PartyTx = TxCtx<TicketParty>;

/**
 * The acting person asks the team something, within the caller's transaction; the ticket has the id that it is given.
 *
 * @throws AppError `too_many_requests`
 */
export async function openTicket(
  ctx: PartyTx,
  { id, subject, message }: NewTicket & { id: string },
): Promise<void> {
  await spend(ctx);
  const { kind: owner, id: ownerId } = ctx.actor;
  await begin(ctx, { id, owner, ownerId, kind: 'message', subject }, message);
}

/**
 * The acting person begins to talk with the team, within the caller's transaction. A chat that is open already, say in
 * another tab, goes on with these words. Says which chat it is: the new one has the id that it is given.
 *
 * @throws AppError `too_many_requests`
 */
export async function openChat(
  ctx: PartyTx,
  { id, message }: { id: string; message: string },
): Promise<string> {
  const { kind: owner, id: ownerId } = ctx.actor;
  await ctx.db.execute(
    sql`select pg_advisory_xact_lock(hashtextextended(${`support-chat:${owner}:${ownerId}`}, 0))`,
  );
  const open = await currentChat(ctx);
  if (open) {
    await writeToTicket(ctx, { ticketId: open, messageId: id, text: message });
    return open;
  }
  await spend(ctx);
  await begin(ctx, { id, owner, ownerId, kind: 'chat', subject: '' }, message);
  return id;
}

/** The chat of the acting person that is not closed; null without one. */
export async function currentChat(ctx: PartyCtx): Promise<string | null> {
  const [row] = await ctx.db
    .select({ id: ticket.id })
    .from(ticket)
    .where(and(ownedBy(ctx.actor), eq(ticket.kind, 'chat'), ne(ticket.status, 'closed')))
    .orderBy(desc(ticket.lastMessageAt), desc(ticket.id))
    .limit(1);
  return row?.id ?? null;
}

/**
 * Somebody without an account asks the team something, within the caller's transaction. `from` is where they write from.
 * Nothing is sent to the address but the answer that somebody of the team writes.
 *
 * @throws AppError `too_many_requests`
 */
export async function openVisitorTicket(
  ctx: TxCtx,
  { id, from, ...typed }: VisitorTicket & { id: string; from: string },
): Promise<void> {
  const { perAddressPerDay, perEmailPerDay } = await readSetting(ctx, ticketBudgets);
  const byAddress = { name: 'support.per-address-day', limit: perAddressPerDay, window: days(1) };
  const byEmail = { name: 'support.per-email-day', limit: perEmailPerDay, window: days(1) };
  await take(ctx, [byAddress], from);
  await take(ctx, [byEmail], typed.email.toLowerCase());
  const { message, ...visitor } = typed;
  const owner = { owner: 'visitor', ownerId: null, kind: 'message' } as const;
  await begin(ctx, { id, ...owner, ...visitor }, message);
}

async function spend(ctx: PartyTx): Promise<void> {
  const { ticketsPerDay, messagesPerHour } = await readSetting(ctx, ticketBudgets);
  await take(
    ctx,
    [
      { name: 'support.tickets-per-day', limit: ticketsPerDay, window: days(1) },
      { name: 'support.messages-per-hour', limit: messagesPerHour, window: hours(1) },
    ],
    ctx.actor.id,
  );
}

type New = Pick<TicketRow, 'id' | 'owner' | 'ownerId' | 'kind' | 'subject'> &
  Partial<Pick<TicketRow, 'email' | 'name'>>;

async function begin(ctx: TxCtx, row: New, text: string): Promise<void> {
  const { id, owner, ownerId } = row;
  const at = await now(ctx);
  const clocks = await answerClocks(ctx);
  await ctx.db.insert(ticket).values({
    ...row,
    locale: ctx.locale,
    status: 'open',
    dueAt: after(at, milliseconds(clocks.answer)),
    createdAt: at,
    lastMessageAt: at,
    lastFrom: 'owner',
  });
  await addMessage(ctx, { id: newId(), ticketId: id, from: 'owner', text });
  const { closing } = await readSetting(ctx, ticketWindows);
  const input = { ticketId: id, owner, ownerId, clocks, closing };
  await startFlow(ctx, ticketFlow, { id, input });
}
