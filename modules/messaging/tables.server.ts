import { sides } from '#platform/base/actor';
import { sql } from 'drizzle-orm';
import {
  check,
  foreignKey,
  index,
  integer,
  pgSchema,
  primaryKey,
  text,
  uuid,
} from 'drizzle-orm/pg-core';
import { cursorMoment, moment } from '#platform/base/columns.server';
import { newId } from '#platform/base/ids';
import { photoSlots } from '#contracts/consultation';
import type { MaskedKind } from '#platform/masking/mask';
import { type Phrase, reportOutcomes, reviewOutcomes, reviewStates } from './values';

export const messagingSchema = pgSchema('messaging');

/** What patient and clinic say to each other about one offer. Everything below `clinicId` is kept, never counted. */
export const conversation = messagingSchema.table(
  'conversation',
  {
    /** The offer's id. */
    id: uuid('id').primaryKey(),
    leadId: uuid('lead_id').notNull(),
    patientId: uuid('patient_id').notNull(),
    clinicId: uuid('clinic_id').notNull(),
    lastMessageAt: cursorMoment('last_message_at'),
    lastFrom: text('last_from', { enum: sides }),
    /** Messages that this side has not seen. */
    patientUnread: integer('patient_unread').notNull().default(0),
    clinicUnread: integer('clinic_unread').notNull().default(0),
    /** The first of them: one burst is announced by mail once. */
    patientUnreadFrom: uuid('patient_unread_from'),
    clinicUnreadFrom: uuid('clinic_unread_from'),
    /** Since when this side takes no more messages. */
    patientBlockedAt: moment('patient_blocked_at'),
    clinicBlockedAt: moment('clinic_blocked_at'),
    /** Since when the team lets nobody write here. */
    staffBlockedAt: moment('staff_blocked_at'),
  },
  (t) => [
    index('conversation_patient_idx').on(t.patientId),
    index('conversation_clinic_idx').on(t.clinicId),
    index('conversation_of_patient_idx')
      .on(t.patientId, t.lastMessageAt, t.id)
      .where(sql`${t.lastMessageAt} is not null`),
    index('conversation_of_clinic_idx')
      .on(t.clinicId, t.lastMessageAt, t.id)
      .where(sql`${t.lastMessageAt} is not null`),
    index('conversation_patient_unread_idx')
      .on(t.patientId)
      .where(sql`${t.patientUnread} > 0`),
    index('conversation_clinic_unread_idx')
      .on(t.clinicId)
      .where(sql`${t.clinicUnread} > 0`),
    check('conversation_unread', sql`${t.patientUnread} >= 0 and ${t.clinicUnread} >= 0`),
    check(
      'conversation_patient_burst',
      sql`(${t.patientUnread} = 0) = (${t.patientUnreadFrom} is null)`,
    ),
    check(
      'conversation_clinic_burst',
      sql`(${t.clinicUnread} = 0) = (${t.clinicUnreadFrom} is null)`,
    ),
  ],
);

export const message = messagingSchema.table(
  'message',
  {
    id: uuid('id').primaryKey(),
    conversationId: uuid('conversation_id').notNull(),
    from: text('from_side', { enum: sides }).notNull(),
    /** Who wrote it for the clinic; null of a patient's, and of what was written before clinics had teams. */
    memberId: uuid('member_id'),
    /** As it was written, cleaned. May be empty when there are files. */
    text: text('text').notNull(),
    /** What both sides read until the offer is accepted; null where that is the text itself. A later message may change it. */
    masked: text('masked'),
    found: text('found').array().$type<MaskedKind[]>().notNull(),
    /** Where the sender's request to review the masking stands; null without one. In what is released nothing is masked any more. */
    review: text('masking_review', { enum: reviewStates }),
    /** Files of `attachments`, in the order shown. */
    attachments: uuid('attachments').array().notNull(),
    /** From the clinic: the view of which it asks for a photo; from the patient: the view of a photo that was added. */
    slot: text('slot', { enum: photoSlots }),
    /** The ready-made sentence that it is; `text` has it in its writer's language. */
    phrase: text('phrase').$type<Phrase>(),
    createdAt: cursorMoment('created_at').notNull(),
    readAt: moment('read_at'),
  },
  (t) => [
    foreignKey({ columns: [t.conversationId], foreignColumns: [conversation.id] }),
    index('message_conversation_idx').on(t.conversationId, t.createdAt, t.id),
    index('message_unread_idx')
      .on(t.conversationId, t.from)
      .where(sql`read_at is null`),
    check('message_text', sql`char_length(${t.text}) <= 4000`),
    check(
      'message_something',
      sql`${t.text} <> '' or cardinality(${t.attachments}) > 0 or ${t.slot} is not null`,
    ),
    check('message_attachments', sql`cardinality(${t.attachments}) <= 10`),
    check('message_masked', sql`(${t.masked} is null) = (cardinality(${t.found}) = 0)`),
  ],
);

/** A sender asked the team to review what was masked in a message of theirs: one row per message, for good. */
export const maskingReview = messagingSchema.table(
  'masking_review',
  {
    /** The message's. */
    id: uuid('id').primaryKey(),
    conversationId: uuid('conversation_id').notNull(),
    by: text('by_side', { enum: sides }).notNull(),
    askedAt: cursorMoment('asked_at').notNull(),
    /** Since when it waits for a person; null once it is decided. */
    waitingSince: cursorMoment('waiting_since'),
    outcome: text('outcome', { enum: reviewOutcomes }),
  },
  (t) => [
    foreignKey({ columns: [t.conversationId], foreignColumns: [conversation.id] }),
    index('masking_review_conversation_idx').on(t.conversationId),
    index('masking_review_asked_idx').on(t.askedAt, t.id),
    index('masking_review_waiting_idx')
      .on(t.waitingSince, t.id)
      .where(sql`waiting_since is not null`),
    index('masking_review_waiting_asked_idx')
      .on(t.askedAt, t.id)
      .where(sql`waiting_since is not null`),
    check('masking_review_decided', sql`(${t.waitingSince} is null) = (${t.outcome} is not null)`),
  ],
);

/** What somebody has typed and not sent yet. */
export const typedMessage = messagingSchema.table(
  'typed_message',
  {
    offerId: uuid('offer_id').notNull(),
    side: text('side', { enum: sides }).notNull(),
    text: text('text').notNull(),
    /** The open form that wrote it last, and its turn. */
    writer: uuid('writer'),
    turn: integer('turn').notNull().default(0),
    updatedAt: moment('updated_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.offerId, t.side] }),
    index('typed_message_updated_idx').on(t.updatedAt),
    // Empty: sent or taken back, and what comes late of the same form is not kept.
    check('typed_message_text', sql`char_length(${t.text}) <= 4000`),
  ],
);

/** Somebody asked the team to look at a conversation. The reason is theirs; staff read the messages for one of their own. */
export const report = messagingSchema.table(
  'report',
  {
    id: uuid('id').primaryKey().$defaultFn(newId),
    conversationId: uuid('conversation_id').notNull(),
    by: text('by_side', { enum: sides }).notNull(),
    reason: text('reason').notNull(),
    messageId: uuid('message_id'),
    attachmentId: uuid('attachment_id'),
    at: cursorMoment('at').notNull(),
    settledBy: uuid('settled_by'),
    settledAt: moment('settled_at'),
  },
  (t) => [
    foreignKey({ columns: [t.conversationId], foreignColumns: [conversation.id] }),
    index('report_conversation_idx').on(t.conversationId, t.at),
    check('report_reason', sql`char_length(${t.reason}) between 1 and 1000`),
  ],
);

/** A conversation that the team was asked to look at: one row, however often. */
export const reported = messagingSchema.table(
  'reported',
  {
    /** The conversation's. */
    id: uuid('id').primaryKey(),
    leadId: uuid('lead_id').notNull(),
    patientId: uuid('patient_id').notNull(),
    clinicId: uuid('clinic_id').notNull(),
    /** The last time. */
    reportedAt: cursorMoment('reported_at').notNull(),
    /** Since when it waits for a person; null once somebody has decided. */
    waitingSince: cursorMoment('waiting_since'),
    /** How it was decided last. */
    outcome: text('outcome', { enum: reportOutcomes }),
  },
  (t) => [
    foreignKey({ columns: [t.id], foreignColumns: [conversation.id] }),
    index('reported_at_idx').on(t.reportedAt, t.id),
    index('reported_lead_idx').on(t.leadId),
    index('reported_patient_idx').on(t.patientId),
    index('reported_clinic_idx').on(t.clinicId),
    index('reported_waiting_idx')
      .on(t.waitingSince, t.id)
      .where(sql`waiting_since is not null`),
    index('reported_waiting_at_idx')
      .on(t.reportedAt, t.id)
      .where(sql`waiting_since is not null`),
    check('reported_decided', sql`(${t.waitingSince} is null) = (${t.outcome} is not null)`),
  ],
);
