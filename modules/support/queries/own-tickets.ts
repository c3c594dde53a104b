import { and, desc, eq, sql } from 'drizzle-orm';
import type { Ctx } from '#platform/context';
import { readCursor, writeCursor } from '#platform/cursor';
import type { Locale } from '#platform/locale';
import type { TicketDto, TicketMessageDto } from '../dto';
import { ownedBy, ownTicket, toMessageDto, toTicketDto, type PartyCtx } from '../repo.server';
import { ticket, ticketMessage } from '../tables.server';

const pageSize = 20;

/** What the acting person asked the team, what was written to last first. @throws AppError `invalid_cursor` */
export async function ownTickets(
  ctx: PartyCtx,
  { cursor }: { cursor?: string } = {},
): Promise<{ tickets: TicketDto[]; nextCursor: string | null }> {
  const from = cursor ? readCursor(cursor) : null;
  const rows = await ctx.db
    .select()
    .from(ticket)
    .where(
      and(
        ownedBy(ctx.actor),
        from
          ? sql`(${ticket.lastMessageAt}, ${ticket.id}) < (${from.at}::timestamptz, ${from.id}::uuid)`
          : undefined,
      ),
    )
    .orderBy(desc(ticket.lastMessageAt), desc(ticket.id))
    .limit(pageSize + 1);
  const page = rows.slice(0, pageSize);
  const last = page.at(-1);
  const nextCursor =
    rows.length > pageSize && last ? writeCursor({ at: last.lastMessageAt, id: last.id }) : null;
  return { tickets: page.map(toTicketDto), nextCursor };
}

interface WholeTicket {
  readonly ticket: TicketDto;
  /** Newest first. */
  readonly messages: TicketMessageDto[];
  readonly nextCursor: string | null;
}

/** One ticket of the acting person with a page of what was written. @throws AppError `not_found`, `invalid_cursor` */
export async function readTicket(
  ctx: PartyCtx,
  { ticketId, cursor }: { ticketId: string; cursor?: string },
): Promise<WholeTicket> {
  const from = cursor ? readCursor(cursor) : null;
  const row = await ownTicket(ctx, ticketId);
  const before = from
    ? sql`(${ticketMessage.createdAt}, ${ticketMessage.id}) < (${from.at}::timestamptz, ${from.id}::uuid)`
    : undefined;
  const rows = await ctx.db
    .select()
    .from(ticketMessage)
    .where(and(eq(ticketMessage.ticketId, row.id), before))
    .orderBy(desc(ticketMessage.createdAt), desc(ticketMessage.id))
    .limit(pageSize + 1);
  const page = rows.slice(0, pageSize);
  const last = page.at(-1);
  const nextCursor =
    rows.length > pageSize && last ? writeCursor({ at: last.createdAt, id: last.id }) : null;
  return { ticket: toTicketDto(row), messages: page.map(toMessageDto), nextCursor };
}

/** @throws AppError `not_found` */
export const readOwnTicket = async (ctx: PartyCtx, id: string): Promise<TicketDto> =>
  toTicketDto(await ownTicket(ctx, id));

/** One message of a ticket of the acting person. @throws AppError `not_found` */
export async function readTicketMessage(
  ctx: PartyCtx,
  { ticketId, messageId }: { ticketId: string; messageId: string },
): Promise<TicketMessageDto> {
  const { id } = await ownTicket(ctx, ticketId);
  const [row] = await ctx.db
    .select()
    .from(ticketMessage)
    .where(and(eq(ticketMessage.id, messageId), eq(ticketMessage.ticketId, id)));
  return toMessageDto(row!);
}

/** Whether its owner has still not looked: asked again when the mail goes out. */
export async function isTicketUnread(ctx: Ctx, ticketId: string): Promise<boolean> {
  const [row] = await ctx.db
    .select({ unread: ticket.unread })
    .from(ticket)
    .where(eq(ticket.id, ticketId));
  return (row?.unread ?? 0) > 0;
}

/** Where the answer to a visitor goes, and in which language; null when there is none. For the worker. */
export async function visitorContact(
  ctx: Ctx,
  { ticketId }: { ticketId: string },
): Promise<{ email: string; name: string; locale: Locale } | null> {
  const [row] = await ctx.db
    .select({ email: ticket.email, name: ticket.name, locale: ticket.locale })
    .from(ticket)
    .where(eq(ticket.id, ticketId));
  return row?.email ? { email: row.email, name: row.name ?? '', locale: row.locale } : null;
}

/** What staff answered a visitor; null when it is gone. For the worker. */
export async function answerText(ctx: Ctx, messageId: string): Promise<string | null> {
  const [row] = await ctx.db
    .select({ text: ticketMessage.text })
    .from(ticketMessage)
    .where(and(eq(ticketMessage.id, messageId), eq(ticketMessage.from, 'staff')));
  return row?.text ?? null;
}

/** Who of staff takes care of a ticket; `staffId` is null before it is assigned. Null: the ticket is gone. For the worker. */
export async function assigneeOf(
  ctx: Ctx,
  ticketId: string,
): Promise<{ staffId: string | null } | null> {
  const [row] = await ctx.db
    .select({ staffId: ticket.assigneeId })
    .from(ticket)
    .where(eq(ticket.id, ticketId));
  return row ?? null;
}
