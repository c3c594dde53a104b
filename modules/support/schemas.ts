import { z } from 'zod';
import { emailSchema } from '#contracts/identity';
import { defineCall, partySchema } from '#platform/base/call';
import { defineEvents, type EventOf } from '#engine/contract';
import { defaultLocale, perLocale } from '#platform/base/locale';
import { defineList, oneOrMany } from '#platform/lists/list';
import { cleanText, isVisible } from '#platform/text/text';
import { lineText } from '#platform/text/text-schemas';
import {
  maxCannedName,
  maxSubject,
  maxTicketMessage,
  maxVisitorName,
  ticketClosers,
  ticketKinds,
  ticketOwners,
  ticketPriorities,
  ticketStatuses,
  ticketWriters,
} from './values';

const ofTicket = {
  ticketId: z.uuid(),
  owner: z.enum(ticketOwners),
  /** Null of a visitor. */
  ownerId: z.uuid().nullable(),
};
const ticketOnly = z.strictObject(ofTicket);

/** What can happen to a ticket. */
export const ticketEvents = defineEvents('support', {
  /** It waits for the team: it is new, or its owner wrote again after an answer. */
  asked: ticketOnly,
  /** Half of the promised time is over. */
  'reminder-due': ticketOnly,
  /** All of it is. */
  overdue: ticketOnly,
  answered: z.strictObject({ ...ofTicket, messageId: z.uuid() }),
  closed: z.strictObject({ ...ofTicket, by: z.enum(ticketClosers) }),
});
export type TicketDomainEvent = EventOf<typeof ticketEvents>;

/** What commands publish beside the machine. */
export const answerEvents = defineEvents('support', {
  /** An answer that its owner, who has an account, has not looked at. */
  unread: z.strictObject({
    ticketId: z.uuid(),
    owner: z.enum(['patient', 'clinic']),
    ownerId: z.uuid(),
  }),
});

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
  route: 'POST /tickets',
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
  route: 'GET /tickets',
  summary: 'What the reader asked the team, newest word first, 20 a page',
  audience: 'party',
  query: page,
  data: z.strictObject({ tickets: z.array(ticketDto), nextCursor: z.string().nullable() }),
  failures: ['which_session', 'invalid_cursor'],
});

export const ticketCall = defineCall({
  id: 'support.ticket',
  route: 'GET /tickets/{id}',
  summary: 'One ticket with what was written',
  audience: 'party',
  params,
  query: page,
  data: whole,
  failures: ['which_session', 'not_found', 'invalid_cursor'],
});

export const writeToTicketCall = defineCall({
  id: 'support.write',
  route: 'POST /tickets/{id}/messages',
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
  route: 'POST /tickets/{id}/read',
  summary: 'The answers of a ticket are seen, down to a message',
  audience: 'party',
  params,
  /** `upTo`: the last message that was shown; without it all that is there counts as seen. */
  query: z.strictObject({ as, upTo: z.uuid().optional() }),
  failures: ['which_session', 'not_found'],
});

const listed = {
  id: z.uuid(),
  kind: z.enum(ticketKinds),
  owner: z.enum(ticketOwners),
  /** The account; null of a visitor. */
  ownerId: z.uuid().nullable(),
  /** Of a clinic; null of everybody else. */
  clinicName: z.string().nullable(),
  status: z.enum(ticketStatuses),
  priority: z.enum(ticketPriorities),
  assigneeId: z.uuid().nullable(),
  createdAt: instant,
  lastMessageAt: instant,
  lastFrom: z.enum(ticketWriters),
  /** Until when an answer is due; null while none is. */
  dueAt: instant.nullable(),
  escalatedAt: instant.nullable(),
  closedBy: z.enum(ticketClosers).nullable(),
  /** Of `answer {text}`, `assign {staffId}`, `set-priority {priority}`, `close`, `reopen`, `reveal {reason}`. */
  allowedEvents: z.array(z.string()),
};

/** `GET /api/admin/tickets`: no word of what was written. */
export const ticketRecord = z.strictObject(listed);
export type TicketRecord = z.output<typeof ticketRecord>;

/** `GET /api/admin/tickets/{id}`: with what was written; looking is logged. */
export const ticketDetailRecord = z.strictObject({
  ...listed,
  subject: z.string(),
  /** Language that its owner reads. */
  locale: z.string(),
  /** The latest, oldest first. */
  messages: z.array(
    z.strictObject({
      id: z.uuid(),
      from: z.enum(ticketWriters),
      staffId: z.uuid().nullable(),
      text: z.string(),
      createdAt: instant,
      readAt: instant.nullable(),
    }),
  ),
  /** How the person is reached; only in the answer to `reveal`. */
  contact: z
    .strictObject({
      name: z.string(),
      email: z.string(),
      phoneNumber: z.string().nullable(),
    })
    .nullable(),
});
export type TicketDetailRecord = z.output<typeof ticketDetailRecord>;

/** `GET /api/admin/answers`: what staff wrote once to answer with often. */
export const cannedRecord = z.strictObject({
  id: z.uuid(),
  name: z.string(),
  /** By language. */
  texts: z.record(z.string(), z.string()),
  updatedBy: z.uuid(),
  updatedAt: instant,
  /** Of `change {name, texts}`, `remove`. */
  allowedEvents: z.array(z.string()),
});
export type CannedRecord = z.output<typeof cannedRecord>;

/** A canned answer as staff write it: in the first language at least. */
export const cannedSchema = z.strictObject({
  name: lineText({
    max: maxCannedName,
    missing: 'support.error.canned_name_missing',
    tooLong: 'error.text_too_long',
    unfit: 'error.unfit_text',
  }),
  texts: z.strictObject({
    ...perLocale(() => ticketText.optional()),
    [defaultLocale]: ticketText,
  }),
});
export type CannedFields = z.output<typeof cannedSchema>;

export const addCannedCall = defineCall({
  id: 'support.add-canned',
  route: 'POST /admin/answers',
  summary: 'Console: keep an answer to be used again',
  audience: 'staff',
  body: cannedSchema,
  data: z.strictObject({ record: cannedRecord }),
  status: 201,
  failures: ['too_many_canned'],
});

const anyId = z.string().max(100);

/** Columns and filters of `GET /api/admin/tickets`; `q` is an id of the ticket or of whose it is. */
export const ticketList = defineList({
  sort: ['createdAt', 'dueAt'],
  defaultSort: ['createdAt', 'DESC'],
  filters: {
    status: oneOrMany(z.enum(ticketStatuses)),
    /** Waits for an answer. */
    queue: z.literal('waiting'),
    assigneeId: anyId,
    /** Of the patient or the clinic. */
    ownerId: anyId,
  },
});

/** Columns of `GET /api/admin/answers`; `q` is part of a name. */
export const cannedList = defineList({
  sort: ['name', 'createdAt'],
  defaultSort: ['name', 'ASC'],
  filters: {},
});
