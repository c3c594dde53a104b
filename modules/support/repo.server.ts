import { and, desc, eq, sql, type SQL } from 'drizzle-orm';
import type { ActorOf } from '#platform/actor';
import { now } from '#platform/clock';
import type { Ctx, TxCtx } from '#platform/context';
import { AppError } from '#platform/errors';
import { isId } from '#platform/ids';
import { announce } from '#platform/live';
import type { TicketDto, TicketMessageDto } from './dto';
import { ticketChanged } from './live-words';
import { ticket, ticketMessage } from './tables.server';
import type { TicketWriter } from './status';

export type TicketRow = typeof ticket.$inferSelect;
type MessageRow = typeof ticketMessage.$inferSelect;
export type TicketParty = ActorOf<'patient'> | ActorOf<'clinic'>;
export type PartyCtx = Ctx<TicketParty>;

/** Tickets of the acting person; of a clinic in whatever state its application is. */
export const ownedBy = ({ kind, id }: TicketParty): SQL =>
  and(eq(ticket.ownerId, id), eq(ticket.owner, kind))!;

/** @throws AppError `not_found`, the same for somebody else's, a missing and an impossible id */
export async function ownTicket(ctx: PartyCtx, id: string): Promise<TicketRow> {
  const [row] = isId(id)
    ? await ctx.db
        .select()
        .from(ticket)
        .where(and(eq(ticket.id, id), ownedBy(ctx.actor)))
    : [];
  if (!row) throw new AppError('not_found');
  return row;
}

/** @throws AppError `not_found` */
export async function anyTicket(ctx: Ctx, id: string): Promise<TicketRow> {
  const [row] = isId(id) ? await ctx.db.select().from(ticket).where(eq(ticket.id, id)) : [];
  if (!row) throw new AppError('not_found');
  return row;
}

/** The same, held until the transaction ends. @throws AppError `not_found` */
export async function lockTicket(ctx: TxCtx, id: string): Promise<TicketRow> {
  const [row] = isId(id)
    ? await ctx.db.select().from(ticket).where(eq(ticket.id, id)).for('update')
    : [];
  if (!row) throw new AppError('not_found');
  return row;
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
export async function tellOwner(
  ctx: TxCtx,
  { id, owner, ownerId }: Pick<TicketRow, 'id' | 'owner' | 'ownerId'>,
): Promise<void> {
  if (owner === 'visitor' || ownerId === null) return;
  await announce(ctx, `${owner}:${ownerId}`, { type: ticketChanged, data: { ticketId: id } });
}

/** Open consoles look at the tickets again. */
export const tellTeam = (tx: TxCtx): Promise<void> =>
  announce(tx, 'staff', { type: 'staff.queue-changed', data: { queue: 'tickets' } });

const instant = (date: Date | null): string | null => date?.toISOString() ?? null;

export const toTicketDto = (row: TicketRow): TicketDto => ({
  _id: row.id,
  kind: row.kind,
  subject: row.subject,
  status: row.status,
  closedBy: row.closedBy,
  createdAt: row.createdAt.toISOString(),
  lastMessageAt: row.lastMessageAt.toISOString(),
  unread: row.unread,
});

export const toMessageDto = (row: MessageRow): TicketMessageDto => ({
  _id: row.id,
  from: row.from,
  text: row.text,
  createdAt: row.createdAt.toISOString(),
  readAt: instant(row.readAt),
});
