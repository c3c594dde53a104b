import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, pgSchema, text, uuid } from 'drizzle-orm/pg-core';
import { cursorMoment, moment } from '#platform/base/columns.server';
import type { MaskedKind } from '#platform/masking/mask';
import { newId } from '#platform/base/ids';
import { scanStates } from '#platform/files/document-states';
import type { FileKind } from '#platform/files/stored';

export const attachmentsSchema = pgSchema('attachments');

/**
 * One file of an offer or of a message. Until one of them claims it, it is its owner's alone and goes after a day; who
 * reads it afterwards is the parent's rule. A removed one keeps its row and loses its bytes.
 */
export const attachment = attachmentsSchema.table(
  'attachment',
  {
    id: uuid('id').primaryKey().$defaultFn(newId),
    ownerKind: text('owner_kind', { enum: ['patient', 'clinic'] }).notNull(),
    ownerId: uuid('owner_id').notNull(),
    /** As the uploader called it, cleaned, at most 150 characters. */
    name: text('name').notNull(),
    /** By content, never by claim. */
    contentType: text('content_type').notNull(),
    bytes: integer('bytes').notNull(),
    /** Of the stored bytes, hex. */
    sha256: text('sha256').notNull(),
    storageKey: text('storage_key').notNull().unique(),
    scan: text('scan', { enum: scanStates }).notNull(),
    /** What its text says that is masked in messages. Empty for pictures: they are not read. */
    contactData: text('contact_data').array().$type<MaskedKind[]>().notNull(),
    /** All of its text was read. */
    readable: boolean('readable').notNull(),
    createdAt: cursorMoment('created_at').notNull(),
    /** The offer that it belongs to, itself or in a message of its conversation. */
    offerId: uuid('offer_id'),
    messageId: uuid('message_id'),
    claimedAt: moment('claimed_at'),
    /** The bytes are gone from the store. */
    erased: boolean('erased').notNull().default(false),
  },
  (t) => [
    index('attachment_owner_idx')
      .on(t.ownerId)
      .where(sql`${t.offerId} is null`),
    index('attachment_offer_idx').on(t.offerId),
    index('attachment_loose_idx')
      .on(t.createdAt)
      .where(sql`${t.offerId} is null`),
    index('attachment_scan_idx')
      .on(t.createdAt)
      .where(sql`scan = 'pending'`),
    index('attachment_unscanned_idx')
      .on(t.createdAt)
      .where(sql`scan = 'not_scanned' and not erased`),
    check('attachment_bytes', sql`${t.bytes} between 1 and 10485760`),
    check('attachment_name', sql`char_length(${t.name}) between 1 and 150`),
    check('attachment_claimed', sql`(${t.offerId} is null) = (${t.claimedAt} is null)`),
    check('attachment_message', sql`${t.messageId} is null or ${t.offerId} is not null`),
  ],
);

/** How attachments lie in the store: one file each. */
export const attachmentFiles = { table: attachment, prefix: 'attachment' } satisfies FileKind;
