import { sql, type Column } from 'drizzle-orm';
import { index, integer, jsonb, pgSchema, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import { notificationStates, recipientTypes } from './states';

export const notificationsSchema = pgSchema('notifications');

const moment = (name: string) => timestamp(name, { withTimezone: true });

/** The ids that a message is about, whatever they are called. */
export const factIds = (facts: Column) => sql`jsonb_path_query_array(${facts}, '$.*')`;

/**
 * One message to one recipient about one fact: made in the transaction that makes the fact known, once per
 * `key`. Holds ids only; address and words are looked up when it is sent.
 */
export const notification = notificationsSchema.table(
  'notification',
  {
    id: uuid('id').primaryKey(),
    /** `<kind>:<id of the fact>:<recipient>`: one fact is told to one recipient once. */
    key: text('key').notNull().unique(),
    /** Dotted word of the template: `clinic-onboarding.approved`. */
    kind: text('kind').notNull(),
    channel: text('channel', { enum: ['email'] }).notNull(),
    recipientType: text('recipient_type', { enum: recipientTypes }).notNull(),
    recipientId: uuid('recipient_id').notNull(),
    /** Ids the template needs: `leadId`, `documentId`. */
    facts: jsonb('facts').$type<Record<string, string>>().notNull().default({}),
    status: text('status', { enum: notificationStates }).notNull(),
    attempts: integer('attempts').notNull().default(0),
    /** Code of the last failure; never an address or an answer's text. */
    lastError: text('last_error'),
    createdAt: moment('created_at').notNull(),
    sentAt: moment('sent_at'),
    failedAt: moment('failed_at'),
    /** How often staff had it sent again. */
    resends: integer('resends').notNull().default(0),
  },
  (t) => [
    index('notification_status_created_idx').on(t.status, t.createdAt, t.id),
    index('notification_status_sent_idx').on(t.status, t.sentAt, t.id),
    index('notification_status_failed_idx').on(t.status, t.failedAt, t.id),
    index('notification_kind_created_idx').on(t.kind, t.status, t.createdAt, t.id),
    index('notification_kind_sent_idx').on(t.kind, t.status, t.sentAt, t.id),
    index('notification_kind_failed_idx').on(t.kind, t.status, t.failedAt, t.id),
    index('notification_recipient_kind_idx').on(t.recipientType, t.kind),
    index('notification_recipient_idx').on(t.recipientId),
    index('notification_facts_idx').using('gin', sql`${factIds(t.facts)} jsonb_path_ops`),
  ],
);
