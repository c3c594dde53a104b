import { and, eq, inArray } from 'drizzle-orm';
import type { Ctx } from '#platform/context';
import { withTransaction, sendIfAccepted } from '#engine';
import { columnsOf, pagesOf, type Person, type PersonData } from '#platform/privacy/person-data';
import { ticketFlow } from './projection.server';
import { ticket, ticketMessage } from './tables.server';

const of = ({ kind, id }: Person) => and(eq(ticket.ownerId, id), eq(ticket.owner, kind))!;

/** Messages that one step removes; a thread that is longer takes several. */
const batch = 500;

/** What a patient or a clinic asked the team, and the answers; nobody of staff is named. */
export const personData: PersonData = {
  async *exportOf(ctx, person) {
    yield ticketsOf(ctx, person);
    yield messagesOf(ctx, person);
  },
  async erase(ctx, person) {
    const [row] = await ctx.db.select({ id: ticket.id }).from(ticket).where(of(person)).limit(1);
    if (!row) return 'done';
    const { id } = row;
    const some = ctx.db
      .select({ id: ticketMessage.id })
      .from(ticketMessage)
      .where(eq(ticketMessage.ticketId, id))
      .limit(batch);
    const gone = await ctx.db.delete(ticketMessage).where(inArray(ticketMessage.id, some));
    if (gone.rowCount === batch) return 'more';
    await withTransaction(ctx, async (tx) => {
      // Under the flow's lock: an answer that is being written is there by now, and none comes after it.
      await sendIfAccepted(tx, ticketFlow, { id, event: { type: 'support.erase' } });
      await tx.db.delete(ticketMessage).where(eq(ticketMessage.ticketId, id));
      await tx.db.delete(ticket).where(eq(ticket.id, id));
    });
    return 'more';
  },
};

const ticketsOf = (ctx: Ctx, person: Person) =>
  pagesOf(ctx, 'tickets.json', {
    table: ticket,
    columns: columnsOf(
      ticket,
      ['id', 'kind', 'subject', 'status', 'createdAt', 'lastMessageAt'],
      ['answeredAt', 'closedAt'],
    ),
    which: of(person),
    by: 'id',
  });

const messagesOf = (ctx: Ctx, person: Person) =>
  pagesOf(ctx, 'messages.json', {
    table: ticketMessage,
    columns: columnsOf(ticketMessage, ['id', 'ticketId', 'from', 'text', 'createdAt', 'readAt']),
    which: inArray(
      ticketMessage.ticketId,
      ctx.db.select({ id: ticket.id }).from(ticket).where(of(person)),
    ),
    by: 'id',
  });
