import {
  openTicketCall,
  ticketCall,
  ticketReadCall,
  ticketsCall,
  writeToTicketCall,
} from '#contracts/support';
import {
  markTicketRead,
  openTicket,
  ownTickets,
  readOwnTicket,
  readTicket,
  readTicketMessage,
  writeToTicket,
} from '#modules/support';
import { asParty, endpoint } from '#app/http/api.server';
import { idempotent } from '#app/http/idempotent.server';

/** What patients and clinics, in whatever state their application is, write to the team. */
export const supportEndpoints = [
  endpoint(
    openTicketCall,
    async (ctx, { body }, http) =>
      idempotent(
        ctx,
        { call: openTicketCall, input: body, http },
        {
          make: async (tx, id) => {
            await openTicket(tx, { id, ...body });
            return { id };
          },
          read: async (reader, id) => ({ ticket: await readOwnTicket(reader, id) }),
        },
      ),
    asParty,
  ),
  endpoint(ticketsCall, (ctx, { query: { cursor } }) => ownTickets(ctx, { cursor }), asParty),
  endpoint(
    ticketCall,
    (ctx, { params: { id: ticketId }, query: { cursor } }) => readTicket(ctx, { ticketId, cursor }),
    asParty,
  ),
  endpoint(
    writeToTicketCall,
    async (ctx, { params: { id: ticketId }, body: { text } }, http) =>
      idempotent(
        ctx,
        { call: writeToTicketCall, input: { ticketId, text }, http },
        {
          make: async (tx, messageId) => {
            await writeToTicket(tx, { ticketId, messageId, text });
            return { id: messageId };
          },
          read: async (reader, messageId) => ({
            message: await readTicketMessage(reader, { ticketId, messageId }),
          }),
        },
      ),
    asParty,
  ),
  endpoint(
    ticketReadCall,
    (ctx, { params: { id: ticketId }, query: { upTo } }) => markTicketRead(ctx, { ticketId, upTo }),
    asParty,
  ),
];
