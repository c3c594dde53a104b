import { z } from 'zod';
import {
  ticketDetailRecord,
  ticketList,
  ticketPriorities,
  ticketRecord,
  ticketText,
} from '#contracts/support';
import { answerTicket, closeTicket, reopenTicket, setTicketPriority } from '#modules/support';
import {
  assignTicketTo,
  listTickets,
  readTicketInConsole,
  revealTicketOwner,
  ticketInConsole,
} from '#workflows';
import { defineResource, nothing } from '../resource';
import { serve } from '../serve.server';
import { accessReason } from '../texts';

const resource = defineResource({
  name: 'tickets',
  list: ticketList,
  record: ticketRecord,
  detail: ticketDetailRecord,
  events: {
    answer: z.strictObject({ text: ticketText }),
    // Null: nobody any more.
    assign: z.strictObject({ staffId: z.uuid().nullable() }),
    'set-priority': z.strictObject({ priority: z.enum(ticketPriorities) }),
    close: nothing,
    reopen: nothing,
    reveal: z.strictObject({ reason: accessReason }),
  },
});

export const tickets = serve(resource, {
  list: listTickets,
  record: ticketInConsole,
  read: readTicketInConsole,
  events: {
    answer: (ctx, { id, body }) => answerTicket(ctx, { ticketId: id, ...body }),
    assign: (ctx, { id, body }) => assignTicketTo(ctx, { ticketId: id, ...body }),
    'set-priority': (ctx, { id, body }) => setTicketPriority(ctx, { ticketId: id, ...body }),
    close: (ctx, { id }) => closeTicket(ctx, { ticketId: id }),
    reopen: (ctx, { id }) => reopenTicket(ctx, { ticketId: id }),
    reveal: (ctx, { id, body }) => revealTicketOwner(ctx, { ticketId: id, ...body }),
  },
});
