import { and, desc, eq, sql, type SQL } from 'drizzle-orm';
import type { ActorOf, Side } from '#platform/base/actor';
import { now } from '#platform/time/clock';
import { requireRow } from '#platform/lists/find-row';
import { instantsOf } from '#platform/base/fields';
import type { Ctx, CtxOf, TxCtx } from '#platform/context';
import { readCursor, writeCursor } from '#platform/base/cursor';
import { publishLive } from '#engine';
import type { Locale } from '#platform/base/locale';
import type { TicketDto, TicketMessageDto } from './schemas';
import { ticket, ticketMessage } from './tables.server';
import { ticketChanged, type TicketWriter } from './values';

export type TicketRow = typeof ticket.$inferSelect;
type MessageRow = typeof ticketMessage.$inferSelect;

/** Tickets of the acting person; of a clinic in whatever state its application is. */
export const ownedBy = ({ kind, id }: ActorOf<Side>): SQL =>
  and(eq(ticket.ownerId, id), eq(ticket.owner, kind))!;

/** @throws AppError `not_found`, the same for somebody else's, a missing and an impossible id */
export async function ownTicket(ctx: CtxOf<Side>, id: string): Promise<TicketRow> {
  return requireRow(ctx, ticket, id, { which: ownedBy(ctx.actor) });
}

/** @throws AppError `not_found` */
export async function anyTicket(ctx: Ctx, id: string): Promise<TicketRow> {
  return requireRow(ctx, ticket, id);
}

/** The same, held until the transaction ends. @throws AppError `not_found` */
export async function lockTicket(ctx: TxCtx, id: string): Promise<TicketRow> {
  return requireRow(ctx, ticket, id, { lock: 'update' });
}

interface Words {
  readonly id: string;
  readonly ticketId: string;
  readonly from: TicketWriter;
  readonly staffId?: string;
  readonly text: string;
}

/** Stores what was written, after all that was written before; callers hold the flow's lock. */
export async function addMessage(ctx: TxCtx, words: Words): Promise<void> {
  const createdAt = await momentAfter(ctx, words.ticketId);
  await ctx.db.insert(ticketMessage).values({ ...words, createdAt });
  const last = { lastMessageAt: createdAt, lastFrom: words.from };
  await ctx.db.update(ticket).set(last).where(eq(ticket.id, words.ticketId));
}

/** Messages keep their order also within a millisecond: ids are random. */
async function momentAfter(ctx: TxCtx, ticketId: string): Promise<Date> {
  const at = await now(ctx);
  const [last] = await ctx.db
    .select({ at: ticketMessage.createdAt })
    .from(ticketMessage)
    .where(eq(ticketMessage.ticketId, ticketId))
    .orderBy(desc(ticketMessage.createdAt), desc(ticketMessage.id))
    .limit(1);
  return last && last.at >= at ? new Date(last.at.getTime() + 1) : at;
}

/** A burst of answers that its owner has not seen begins, or goes on. Says under which name it began. */
export async function addUnread(
  ctx: TxCtx,
  { id, messageId }: { id: string; messageId: string },
): Promise<void> {
  await ctx.db
    .update(ticket)
    .set({
      unread: sql`${ticket.unread} + 1`,
      unreadFrom: sql`coalesce(${ticket.unreadFrom}, ${messageId}::uuid)`,
    })
    .where(eq(ticket.id, id));
}

/** Open pages of the ticket's owner look again. */
export async function notifyOwner(
  ctx: TxCtx,
  { id, owner, ownerId }: Pick<TicketRow, 'id' | 'owner' | 'ownerId'>,
): Promise<void> {
  if (owner === 'visitor' || ownerId === null) return;
  await publishLive(ctx, `${owner}:${ownerId}`, { type: ticketChanged, data: { ticketId: id } });
}

/** Open consoles look at the tickets again. */
export const notifyTeam = (tx: TxCtx): Promise<void> =>
  publishLive(tx, 'staff', { type: 'staff.queue-changed', data: { queue: 'tickets' } });

const toTicketDto = (row: TicketRow): TicketDto => ({
  _id: row.id,
  kind: row.kind,
  subject: row.subject,
  status: row.status,
  closedBy: row.closedBy,
  ...instantsOf(row, ['createdAt', 'lastMessageAt']),
  unread: row.unread,
});

const toMessageDto = (row: MessageRow): TicketMessageDto => ({
  _id: row.id,
  from: row.from,
  text: row.text,
  ...instantsOf(row, ['createdAt', 'readAt']),
});

const pageSize = 20;

/** What the acting person asked the team, what was written to last first. @throws AppError `invalid_cursor` */
export async function ownTickets(
  ctx: CtxOf<Side>,
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
  ctx: CtxOf<Side>,
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
export const readOwnTicket = async (ctx: CtxOf<Side>, id: string): Promise<TicketDto> =>
  toTicketDto(await ownTicket(ctx, id));

/** One message of a ticket of the acting person. @throws AppError `not_found` */
export async function readTicketMessage(
  ctx: CtxOf<Side>,
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
