import { sql } from 'drizzle-orm';
import { everyLocale } from '#platform/base/locale';
import {
  check,
  foreignKey,
  index,
  integer,
  jsonb,
  pgSchema,
  text,
  uuid,
} from 'drizzle-orm/pg-core';
import { cursorMoment, moment } from '#platform/base/columns.server';
import {
  ticketClosers,
  ticketKinds,
  ticketOwners,
  ticketPriorities,
  ticketStatuses,
  ticketWriters,
} from './values';

export const supportSchema = pgSchema('support');

/** What somebody asked the team. Unread counts and the last message are kept here, never counted. */
export const ticket = supportSchema.table(
  'ticket',
  {
    /** Also the flow's. */
    id: uuid('id').primaryKey(),
    owner: text('owner', { enum: ticketOwners }).notNull(),
    /** The account; null of a visitor. */
    ownerId: uuid('owner_id'),
    /** Of a visitor, where the answer goes. Staff read it for a typed reason only. */
    email: text('email'),
    name: text('name'),
    /** The language in which it was asked: a visitor is answered in it. */
    locale: text('locale', { enum: everyLocale }).notNull(),
    kind: text('kind', { enum: ticketKinds }).notNull(),
    /** Empty of a chat. */
    subject: text('subject').notNull(),
    priority: text('priority', { enum: ticketPriorities }).notNull().default('normal'),
    /** Who of staff takes care of it. */
    assigneeId: uuid('assignee_id'),
    /** Written by the flow's projection only, as everything down to `closedBy`. */
    status: text('status', { enum: ticketStatuses }).notNull(),
    /** Until when an answer is due; null while the ticket does not wait for one. */
    dueAt: cursorMoment('due_at'),
    /** When the team was notified that it is late; goes with the answer. */
    escalatedAt: moment('escalated_at'),
    answeredAt: moment('answered_at'),
    closedAt: moment('closed_at'),
    closedBy: text('closed_by', { enum: ticketClosers }),
    createdAt: cursorMoment('created_at').notNull(),
    lastMessageAt: cursorMoment('last_message_at').notNull(),
    lastFrom: text('last_from', { enum: ticketWriters }).notNull(),
    /** Answers that its owner has not seen, and the first of them: one burst is announced once. */
    unread: integer('unread').notNull().default(0),
    unreadFrom: uuid('unread_from'),
  },
  (t) => [
    index('ticket_own_idx').on(t.ownerId, t.owner, t.lastMessageAt, t.id),
    index('ticket_created_idx').on(t.createdAt, t.id),
    index('ticket_status_created_idx').on(t.status, t.createdAt, t.id),
    index('ticket_status_due_idx').on(t.status, t.dueAt, t.id),
    index('ticket_assignee_created_idx').on(t.assigneeId, t.createdAt, t.id),
    index('ticket_assignee_due_idx').on(t.assigneeId, t.dueAt, t.id),
    index('ticket_closed_idx')
      .on(t.closedAt)
      .where(sql`status = 'closed'`),
    index('ticket_closed_visitor_idx')
      .on(t.closedAt)
      .where(sql`status = 'closed' and owner = 'visitor'`),
    check('ticket_owner', sql`(${t.owner} = 'visitor') = (${t.ownerId} is null)`),
    check('ticket_email', sql`(${t.email} is null) or ${t.owner} = 'visitor'`),
    check('ticket_subject', sql`char_length(${t.subject}) <= 120`),
    check('ticket_due', sql`(${t.status} = 'open') = (${t.dueAt} is not null)`),
    check('ticket_burst', sql`(${t.unread} = 0) = (${t.unreadFrom} is null)`),
  ],
);

/** What its owner and the team wrote to each other. */
export const ticketMessage = supportSchema.table(
  'message',
  {
    id: uuid('id').primaryKey(),
    ticketId: uuid('ticket_id').notNull(),
    from: text('from_side', { enum: ticketWriters }).notNull(),
    /** Who of staff; its owner is not shown it. */
    staffId: uuid('staff_id'),
    text: text('text').notNull(),
    createdAt: cursorMoment('created_at').notNull(),
    readAt: moment('read_at'),
  },
  (t) => [
    foreignKey({ columns: [t.ticketId], foreignColumns: [ticket.id] }),
    index('ticket_message_idx').on(t.ticketId, t.createdAt, t.id),
    index('ticket_message_unread_idx')
      .on(t.ticketId, t.from)
      .where(sql`read_at is null`),
    check('ticket_message_text', sql`char_length(${t.text}) between 1 and 4000`),
    check('ticket_message_staff', sql`${t.staffId} is null or ${t.from} = 'staff'`),
  ],
);

/** What staff wrote once to answer with often, in each language. */
export const cannedAnswer = supportSchema.table(
  'canned_answer',
  {
    id: uuid('id').primaryKey(),
    /** By which staff find it. */
    name: text('name').notNull(),
    /** By language: `{ "en": "…" }`. */
    texts: jsonb('texts').$type<Record<string, string>>().notNull(),
    updatedBy: uuid('updated_by').notNull(),
    createdAt: cursorMoment('created_at').notNull(),
    updatedAt: moment('updated_at').notNull(),
  },
  (t) => [
    index('canned_answer_name_idx').on(t.name, t.id),
    index('canned_answer_created_idx').on(t.createdAt, t.id),
    check('canned_answer_name', sql`char_length(${t.name}) between 1 and 80`),
  ],
);
