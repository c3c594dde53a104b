import { sql } from 'drizzle-orm';
import { bigint, check, index, pgSchema, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { moment } from '#platform/base/columns.server';
import type { FileKind } from '#platform/files/stored';
import { accountKinds, archiveStatuses, erasureStatuses } from './values';

export const leavingSchema = pgSchema('leaving');

/** A zip of all that is kept about one person, for them alone: one at a time, good for a day and one download. */
export const archive = leavingSchema.table(
  'archive',
  {
    /** Also the id of the flow. */
    id: uuid('id').primaryKey(),
    ownerKind: text('owner_kind', { enum: accountKinds }).notNull(),
    ownerId: uuid('owner_id').notNull(),
    /** Written by the flow only, as everything below it. */
    status: text('status', { enum: archiveStatuses }).notNull(),
    /** Random; never shown. */
    storageKey: text('storage_key').notNull().unique(),
    askedAt: moment('asked_at').notNull(),
    readyAt: moment('ready_at'),
    bytes: bigint('bytes', { mode: 'number' }),
    takenAt: moment('taken_at'),
    /** Since when it is out of the store. */
    goneAt: moment('gone_at'),
  },
  (t) => [
    uniqueIndex('archive_open_idx')
      .on(t.ownerId, t.ownerKind)
      .where(sql`status in ('making', 'ready')`),
    index('archive_owner_idx').on(t.ownerId, t.ownerKind, t.askedAt),
    index('archive_asked_idx').on(t.askedAt),
    check('archive_ready', sql`(${t.readyAt} is null) = (${t.bytes} is null)`),
  ],
);

/**
 * Accounts that their owners have closed: an id that names nobody any more, and when. Never erased: whoever restores an
 * older copy of the database erases these again before anybody gets in.
 */
export const erasure = leavingSchema.table(
  'erasure',
  {
    /** Also the id of the flow; follows from the account. */
    id: uuid('id').primaryKey(),
    kind: text('kind', { enum: accountKinds }).notNull(),
    /** Of the account that was. */
    personId: uuid('person_id').notNull(),
    closedAt: moment('closed_at').notNull(),
    /** Written by the flow only, as what is below it. */
    status: text('status', { enum: erasureStatuses }).notNull(),
    /** When nothing was left for the first time; the last look comes after it. */
    erasedAt: moment('erased_at'),
  },
  (t) => [uniqueIndex('erasure_person_idx').on(t.personId, t.kind)],
);

/**
 * Accounts of which nothing may be erased, for a claim or by a law (GDPR 17(3)): since when and by whom. Why is a reason
 * beside the entry of the log. At most one stands per account; an erasure waits for its end.
 */
export const hold = leavingSchema.table(
  'hold',
  {
    id: uuid('id').primaryKey(),
    kind: text('kind', { enum: accountKinds }).notNull(),
    personId: uuid('person_id').notNull(),
    placedBy: uuid('placed_by').notNull(),
    placedAt: moment('placed_at').notNull(),
    liftedBy: uuid('lifted_by'),
    liftedAt: moment('lifted_at'),
  },
  (t) => [
    uniqueIndex('hold_standing_idx')
      .on(t.personId, t.kind)
      .where(sql`lifted_at is null`),
    check('hold_lifted', sql`(${t.liftedAt} is null) = (${t.liftedBy} is null)`),
  ],
);

/** How archives lie in the store. */
export const archiveFiles = { table: archive, prefix: 'archive' } satisfies FileKind;
