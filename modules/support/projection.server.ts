import { eq } from 'drizzle-orm';
import type { TxCtx } from '#platform/context';
import { after, days, milliseconds } from '#platform/base/duration';
import { defineMachine } from '#engine';
import type { Change } from '#engine/contract';
import { notifyOwner, notifyTeam } from './queries.server';
import { ticketEvents } from './schemas';
import { ticket } from './tables.server';
import { ticketContext, type TicketContext, ticketMachine } from './ticket.machine';
import { type TicketStatus, ticketStatuses } from './values';

type TicketChange = Change<typeof ticketMachine>;

/** Until when an answer to a ticket that waits is due. */
const dueAtOf = ({ waitingSince, clocks }: Pick<TicketContext, 'waitingSince' | 'clocks'>) =>
  waitingSince === null ? null : after(new Date(waitingSince), milliseconds(clocks.answer));

/** Writes where a ticket stands, and informs open pages, in the event's transaction. */
async function projectTicket(ctx: TxCtx, change: TicketChange): Promise<void> {
  const { id, context, event } = change;
  const { owner, ownerId } = context;
  const status = statusOf(change);
  await notifyOwner(ctx, { id, owner, ownerId });
  await notifyTeam(ctx);
  // What begins is stored as it begins; what was erased has no row.
  if (status && event.type !== 'flow.started')
    await ctx.db.update(ticket).set(rowOf(change, status)).where(eq(ticket.id, id));
}

function statusOf({ value }: TicketChange): TicketStatus | null {
  const top = typeof value === 'string' ? value : Object.keys(value)[0];
  return ticketStatuses.find((one) => one === top) ?? null;
}

function rowOf({ at, context, events }: TicketChange, status: TicketStatus) {
  const closed = events.find(({ type }) => type === 'support.closed');
  const isLate = events.some(({ type }) => type === 'support.overdue');
  const waits = status === 'open';
  return {
    status,
    dueAt: dueAtOf(context),
    answeredAt: context.answeredAt === null ? null : new Date(context.answeredAt),
    ...(isLate ? { escalatedAt: at } : waits ? {} : { escalatedAt: null }),
    ...(closed && closed.type === 'support.closed'
      ? { closedAt: at, closedBy: closed.by }
      : status === 'closed'
        ? {}
        : { closedAt: null, closedBy: null }),
  };
}

/** Life of a ticket; its id is the ticket's. */
export const ticketFlow = defineMachine({
  name: 'support.ticket',
  version: 1,
  machine: ticketMachine,
  context: ticketContext,
  events: ticketEvents,
  // Only what was erased ends.
  keepEnded: days(2),
  audit: {
    object: 'ticket',
    events: {
      'flow.started': {
        action: 'support.open',
        details: ({ context }) => ({ owner: context.owner }),
      },
      'support.answer': {},
      'support.close': {},
      'support.reopen': {},
    },
  },
  project: projectTicket,
});
