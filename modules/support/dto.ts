import { z } from 'zod';
import { ticketClosers, ticketKinds, ticketStatuses, ticketWriters } from './status';

const instant = z.iso.datetime();

/** One message of a ticket as its owner reads it: nobody of staff is named. */
export const ticketMessageDto = z.strictObject({
  _id: z.uuid(),
  from: z.enum(ticketWriters),
  text: z.string(),
  createdAt: instant,
  readAt: instant.nullable(),
});
export type TicketMessageDto = z.output<typeof ticketMessageDto>;

/** A ticket as its owner sees it in a list. */
export const ticketDto = z.strictObject({
  _id: z.uuid(),
  kind: z.enum(ticketKinds),
  /** Empty of a chat. */
  subject: z.string(),
  status: z.enum(ticketStatuses),
  closedBy: z.enum(ticketClosers).nullable(),
  createdAt: instant,
  lastMessageAt: instant,
  /** Answers that its owner has not seen. */
  unread: z.int(),
});
export type TicketDto = z.output<typeof ticketDto>;
