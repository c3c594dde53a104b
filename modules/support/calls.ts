import { z } from 'zod';
import { emailSchema } from '#contracts/identity';
import { defineCall, partySchema } from '#platform/call';
import { cleanText, isVisible } from '#platform/text';
import { lineText } from '#platform/text-schemas';
import { ticketDto, ticketMessageDto } from './dto';
import { maxSubject, maxTicketMessage, maxVisitorName } from './limits';

export const ticketSubject = lineText({
  max: maxSubject,
  missing: 'support.error.subject_missing',
  tooLong: 'support.error.subject_too_long',
  unfit: 'error.unfit_text',
});

/** What somebody writes to the team, or the team to somebody. */
export const ticketText = z
  .string('support.error.message_missing')
  .transform(cleanText)
  .pipe(
    z
      .string()
      .max(maxTicketMessage, 'support.error.message_too_long')
      .refine(isVisible, 'support.error.message_missing'),
  );

export const newTicketSchema = z.strictObject({ subject: ticketSubject, message: ticketText });
export type NewTicket = z.output<typeof newTicketSchema>;

export const ticketWordsSchema = z.strictObject({ text: ticketText });

/** What a visitor fills in; an answer goes to the address. */
export const visitorTicketSchema = z.strictObject({
  name: lineText({
    max: maxVisitorName,
    missing: 'support.error.name_missing',
    tooLong: 'error.text_too_long',
    unfit: 'error.unfit_text',
  }),
  email: emailSchema,
  subject: ticketSubject,
  message: ticketText,
});
export type VisitorTicket = z.output<typeof visitorTicketSchema>;

// Not z.uuid(): an id that cannot exist answers like one that does not.
const params = z.strictObject({ id: z.string().max(100) });
const as = partySchema.optional();
const page = z.strictObject({ as, cursor: z.string().max(200).optional() });
const asOnly = z.strictObject({ as });

const whole = z.strictObject({
  ticket: ticketDto,
  /** Newest first, 20 a page. */
  messages: z.array(ticketMessageDto),
  nextCursor: z.string().nullable(),
});

export const openTicketCall = defineCall({
  id: 'support.open',
  method: 'POST',
  path: '/tickets',
  summary: 'Write to the team',
  audience: 'party',
  query: asOnly,
  body: newTicketSchema,
  data: z.strictObject({ ticket: ticketDto }),
  status: 201,
  failures: ['which_session'],
  idempotent: true,
});

export const ticketsCall = defineCall({
  id: 'support.tickets',
  method: 'GET',
  path: '/tickets',
  summary: 'What the reader asked the team, newest word first, 20 a page',
  audience: 'party',
  query: page,
  data: z.strictObject({ tickets: z.array(ticketDto), nextCursor: z.string().nullable() }),
  failures: ['which_session', 'invalid_cursor'],
});

export const ticketCall = defineCall({
  id: 'support.ticket',
  method: 'GET',
  path: '/tickets/{id}',
  summary: 'One ticket with what was written',
  audience: 'party',
  params,
  query: page,
  data: whole,
  failures: ['which_session', 'not_found', 'invalid_cursor'],
});

export const writeToTicketCall = defineCall({
  id: 'support.write',
  method: 'POST',
  path: '/tickets/{id}/messages',
  summary: 'Write again; a ticket that was closed opens by it',
  audience: 'party',
  params,
  query: asOnly,
  body: ticketWordsSchema,
  data: z.strictObject({ message: ticketMessageDto }),
  status: 201,
  failures: ['which_session', 'not_found'],
  idempotent: true,
});

export const ticketReadCall = defineCall({
  id: 'support.read',
  method: 'POST',
  path: '/tickets/{id}/read',
  summary: 'The answers of a ticket are seen, down to a message',
  audience: 'party',
  params,
  /** `upTo`: the last message that was shown; without it all that is there counts as seen. */
  query: z.strictObject({ as, upTo: z.uuid().optional() }),
  failures: ['which_session', 'not_found'],
});
