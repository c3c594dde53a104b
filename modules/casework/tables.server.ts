import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  index,
  jsonb,
  pgSchema,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { cursorMoment, moment } from '#platform/base/columns.server';
import { newId } from '#platform/base/ids';
import type { ViewQuery } from './schemas';
import { caseKinds, deskNoticeKinds } from './values';

export const caseworkSchema = pgSchema('casework');

const caseKey = {
  kind: text('kind', { enum: caseKinds }).notNull(),
  /** Of the record that the console shows under this kind. */
  caseId: uuid('case_id').notNull(),
};

/** Who has taken a case, and until when. One at most for each case; one that is over is free to be taken by anybody. */
export const claim = caseworkSchema.table(
  'claim',
  {
    ...caseKey,
    staffId: uuid('staff_id').notNull(),
    takenAt: moment('taken_at').notNull(),
    /** By the database's clock. */
    until: moment('until').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.kind, t.caseId] }),
    index('claim_staff_idx').on(t.staffId, t.until),
    index('claim_until_idx').on(t.until),
  ],
);

/** Who has a case open. A row lives for about a minute after the last sign. */
export const viewer = caseworkSchema.table(
  'viewer',
  {
    ...caseKey,
    staffId: uuid('staff_id').notNull(),
    seenAt: moment('seen_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.kind, t.caseId, t.staffId] }),
    index('viewer_seen_idx').on(t.seenAt),
  ],
);

/** What staff write to each other about a case; no one else reads it. */
export const note = caseworkSchema.table(
  'note',
  {
    id: uuid('id').primaryKey().$defaultFn(newId),
    ...caseKey,
    staffId: uuid('staff_id').notNull(),
    text: text('text').notNull(),
    at: cursorMoment('at').notNull(),
    /** Members of staff who are named in it. */
    mentions: uuid('mentions').array().notNull(),
    /** The case itself, with the patient, the clinics and the request that it is about: it is erased with each of them. */
    about: uuid('about').array().notNull(),
  },
  (t) => [
    index('note_case_idx').on(t.kind, t.caseId, t.at),
    index('note_at_idx').on(t.at),
    index('note_about_idx').using('gin', t.about),
    check('note_text', sql`char_length(${t.text}) between 1 and 4000`),
  ],
);

/** What a member of staff is to see: a note that names them, a case that was given to them. No words of either. */
export const deskNotice = caseworkSchema.table(
  'desk_notice',
  {
    id: uuid('id').primaryKey().$defaultFn(newId),
    /** Who reads it. */
    staffId: uuid('staff_id').notNull(),
    type: text('type', { enum: deskNoticeKinds }).notNull(),
    ...caseKey,
    /** Who caused it. */
    byId: uuid('by_id').notNull(),
    at: cursorMoment('at').notNull(),
    readAt: moment('read_at'),
  },
  (t) => [
    index('desk_notice_staff_idx').on(t.staffId, t.at, t.id),
    index('desk_notice_case_idx').on(t.caseId),
    index('desk_notice_at_idx').on(t.at),
  ],
);

/** Filter and order of a list under a name of one's own. */
export const view = caseworkSchema.table(
  'view',
  {
    id: uuid('id').primaryKey().$defaultFn(newId),
    staffId: uuid('staff_id').notNull(),
    /** The list, as `/api/admin/{resource}`. */
    resource: text('resource').notNull(),
    name: text('name').notNull(),
    query: jsonb('query').$type<ViewQuery>().notNull(),
    createdAt: moment('created_at').notNull(),
  },
  (t) => [
    uniqueIndex('view_name_idx').on(t.staffId, t.resource, sql`lower(${t.name})`),
    check('view_name', sql`char_length(${t.name}) between 1 and 60`),
    check('view_query', sql`octet_length(${t.query}::text) <= 2000`),
  ],
);

/** How a member of staff has the console; without a row as it is for everybody. */
export const preference = caseworkSchema.table('preference', {
  staffId: uuid('staff_id').primaryKey(),
  /** Whether single keys do something. */
  keys: boolean('keys').notNull().default(true),
});
