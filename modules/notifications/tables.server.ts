import { sides } from '#platform/base/actor';
import { sql, type Column } from 'drizzle-orm';
import {
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgSchema,
  primaryKey,
  text,
  uuid,
} from 'drizzle-orm/pg-core';
import { cursorMoment, moment } from '#platform/base/columns.server';
import { notificationStates, recipientTypes, sentBy, topics } from './values';

export const notificationsSchema = pgSchema('notifications');

/** The ids that a message is about, whatever they are called. */
export const idsIn = (params: Column) => sql`jsonb_path_query_array(${params}, '$.*')`;

/**
 * One message to one recipient about one event: made in the transaction that publishes the event, once per
 * `key`. Holds ids only; address and words are looked up when it is sent.
 */
export const notification = notificationsSchema.table(
  'notification',
  {
    id: uuid('id').primaryKey(),
    /** `<kind>:<id of the event>:<recipient>`: one event is sent to one recipient once. */
    key: text('key').notNull().unique(),
    /** Dotted word of the template: `clinic-onboarding.approved`. */
    kind: text('kind').notNull(),
    channel: text('channel', { enum: sentBy }).notNull(),
    recipientType: text('recipient_type', { enum: recipientTypes }).notNull(),
    recipientId: uuid('recipient_id').notNull(),
    /** Ids the template needs: `leadId`, `documentId`; of a text message `personId` besides, whose number it goes to. */
    params: jsonb('facts').$type<Record<string, string>>().notNull().default({}),
    status: text('status', { enum: notificationStates }).notNull(),
    attempts: integer('attempts').notNull().default(0),
    /** Code of the last failure; never an address or an answer's text. */
    lastError: text('last_error'),
    createdAt: moment('created_at').notNull(),
    sentAt: moment('sent_at'),
    failedAt: moment('failed_at'),
    /** How often staff had it sent again. */
    resends: integer('resends').notNull().default(0),
    /** What its budget counts by besides kind and recipient: id of the offer, request, ticket …; null for exempt kinds. */
    thing: uuid('thing'),
    /** When it goes to the mail server at the earliest; of one that is part of another mail, when that one goes. */
    dueAt: moment('due_at'),
  },
  (t) => [
    // With all that a list is narrowed by, so that a page is found in the index alone.
    index('notification_status_reader_created_idx').on(
      t.status,
      t.recipientType,
      t.createdAt,
      t.id,
    ),
    index('notification_status_reader_sent_idx').on(t.status, t.recipientType, t.sentAt, t.id),
    index('notification_status_reader_failed_idx').on(t.status, t.recipientType, t.failedAt, t.id),
    index('notification_kind_reader_created_idx').on(
      t.kind,
      t.status,
      t.recipientType,
      t.createdAt,
      t.id,
    ),
    index('notification_kind_reader_sent_idx').on(
      t.kind,
      t.status,
      t.recipientType,
      t.sentAt,
      t.id,
    ),
    index('notification_kind_reader_failed_idx').on(
      t.kind,
      t.status,
      t.recipientType,
      t.failedAt,
      t.id,
    ),
    // What waits for staff.
    index('notification_failed_idx')
      .on(t.failedAt, t.id)
      .where(sql`status = 'failed'`),
    // With what is due about a moment, of which a recipient has few.
    index('notification_recipient_idx').on(t.recipientId, t.dueAt),
    // What the budget of mails asks.
    index('notification_budget_idx')
      .on(t.recipientId, t.thing, t.kind, t.dueAt)
      .where(sql`thing is not null`),
    index('notification_created_idx').on(t.createdAt),
    index('notification_facts_idx').using('gin', sql`${idsIn(t.params)} jsonb_path_ops`),
  ],
);

/**
 * What one person is shown in the product about one event: made with the event, once per `key`. Holds kind and ids only;
 * its words are those of whoever reads it.
 */
export const notice = notificationsSchema.table(
  'notice',
  {
    id: uuid('id').primaryKey(),
    /** `<kind>:<id of the event>:<reader>`: one event is shown to one reader once. */
    key: text('key').notNull().unique(),
    /** Dotted word, as of `notification`. */
    kind: text('kind').notNull(),
    readerType: text('reader_type', { enum: sides }).notNull(),
    readerId: uuid('reader_id').notNull(),
    /** Ids and codes that its words need. */
    params: jsonb('facts').$type<Record<string, string>>().notNull().default({}),
    createdAt: cursorMoment('created_at').notNull(),
    readAt: moment('read_at'),
  },
  (t) => [
    index('notice_reader_idx').on(t.readerId, t.readerType, t.createdAt, t.id),
    // What the header of every page asks.
    index('notice_unread_idx')
      .on(t.readerId, t.readerType)
      .where(sql`read_at is null`),
    index('notice_created_idx').on(t.createdAt),
  ],
);

/** What an account switched off or on again; a topic without a row is sent in every way. */
export const preference = notificationsSchema.table(
  'preference',
  {
    readerType: text('reader_type', { enum: sides }).notNull(),
    readerId: uuid('reader_id').notNull(),
    topic: text('topic', { enum: topics }).notNull(),
    email: boolean('email').notNull(),
    product: boolean('product').notNull(),
    /** On the browsers of its people who have said nothing of their own (`personPreference`). */
    push: boolean('push').notNull().default(true),
    changedAt: moment('changed_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.readerId, t.readerType, t.topic] })],
);

/**
 * What one person (a patient, a member of a clinic's team) chose for what reaches them alone. Without a row, and where
 * something is null, browsers go by the account's `preference`, and no text message is sent.
 */
export const personPreference = notificationsSchema.table(
  'person_preference',
  {
    readerType: text('reader_type', { enum: sides }).notNull(),
    readerId: uuid('reader_id').notNull(),
    /** The patient, or the member of the clinic's team. */
    personId: uuid('person_id').notNull(),
    topic: text('topic', { enum: topics }).notNull(),
    push: boolean('push'),
    sms: boolean('sms'),
    changedAt: moment('changed_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.readerId, t.readerType, t.personId, t.topic] })],
);

/** When the browsers of one person (a patient, a member of a clinic's team) show nothing; most have no such hours. */
export const quietHours = notificationsSchema.table(
  'quiet_hours',
  {
    readerType: text('reader_type', { enum: sides }).notNull(),
    readerId: uuid('reader_id').notNull(),
    /** The patient, or the member of the clinic's team. */
    personId: uuid('person_id').notNull(),
    /** `HH:MM`, by the clock of the zone; over midnight where it ends before it begins. */
    from: text('from_time').notNull(),
    to: text('to_time').notNull(),
    /** IANA. */
    zone: text('zone').notNull(),
    changedAt: moment('changed_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.readerId, t.readerType, t.personId] }),
    check('quiet_hours_differ', sql`${t.from} <> ${t.to}`),
    check('quiet_hours_from', sql`${t.from} ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'`),
    check('quiet_hours_to', sql`${t.to} ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'`),
  ],
);
