import { sql } from 'drizzle-orm';
import { boolean, check, index, pgSchema, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { bytes, cursorMoment, idOf, moment } from '#platform/base/columns.server';
import { shareEnds, shareStates } from './values';

export const companionsSchema = pgSchema('companions');

/**
 * A link by which a relative of a patient looks on. What it shows is fixed when it is made; the rest is written by the flow
 * `companions.share`, but for the hash of the cookie and the last look.
 */
export const share = companionsSchema.table(
  'share',
  {
    /** Also the id of the flow. */
    id: uuid('id').primaryKey(),
    leadId: uuid('lead_id').notNull(),
    /** Of the deal that is shown; null: the offers for the request side by side. */
    offerId: uuid('offer_id'),
    patientId: uuid('patient_id').notNull(),
    withPhotos: boolean('with_photos').notNull(),
    withNotes: boolean('with_notes').notNull(),
    state: text('state', { enum: shareStates }).notNull(),
    /** sha-256 of the token behind the `#`; null once it was exchanged, or the link has ended. */
    tokenHash: bytes('token_hash'),
    /** sha-256 of the cookie of the browser that exchanged it. */
    cookieHash: bytes('cookie_hash'),
    createdAt: cursorMoment('created_at').notNull(),
    /** By the database's time, at each look: no clock has to ring for the end to take effect. */
    expiresAt: moment('expires_at').notNull(),
    openedAt: moment('opened_at'),
    /** Written once a minute at most. */
    lastOpenedAt: moment('last_opened_at'),
    endedAt: moment('ended_at'),
    endedBecause: text('ended_because', { enum: shareEnds }),
  },
  (t) => [
    uniqueIndex('share_token_idx')
      .on(t.tokenHash)
      .where(sql`token_hash is not null`),
    uniqueIndex('share_cookie_idx')
      .on(t.cookieHash)
      .where(sql`cookie_hash is not null`),
    index('share_lead_idx').on(t.leadId, t.createdAt, t.id),
    index('share_patient_idx').on(t.patientId, t.leadId, t.id),
    // What is to be forgotten next.
    index('share_ended_idx')
      .on(t.endedAt, t.id)
      .where(sql`ended_at is not null`),
    check('share_token', sql`(${t.tokenHash} is not null) = (${t.state} = 'open')`),
    check('share_cookie', sql`${t.cookieHash} is null or ${t.state} = 'used'`),
    check('share_opened', sql`${t.state} <> 'used' or ${t.openedAt} is not null`),
    check('share_ended', sql`(${t.state} = 'ended') = (${t.endedAt} is not null)`),
    check('share_because', sql`(${t.endedAt} is not null) = (${t.endedBecause} is not null)`),
  ],
);

/** What a companion wrote. Only the patient who gave the link reads it, and may remove it. */
export const note = companionsSchema.table(
  'note',
  {
    id: uuid('id').primaryKey(),
    shareId: idOf('share_id', () => share.id),
    patientId: uuid('patient_id').notNull(),
    /** May be erased, as the text. */
    author: text('author'),
    text: text('text').notNull(),
    createdAt: cursorMoment('created_at').notNull(),
  },
  (t) => [
    index('note_share_idx').on(t.shareId, t.createdAt, t.id),
    index('note_patient_idx').on(t.patientId, t.id),
    check('note_text', sql`char_length(${t.text}) between 1 and 1000`),
    check('note_author', sql`char_length(${t.author}) between 1 and 40`),
  ],
);
