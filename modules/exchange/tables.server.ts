import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgSchema,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { cursorMoment, moment } from '#platform/base/columns.server';
import type {
  BodyArea,
  Budget,
  Category,
  City,
  SubTreatment,
  Timeline,
} from '#contracts/consultation';
import type { SavedQuery } from './schemas';
import type { NarrowingName } from './values';

export const exchangeSchema = pgSchema('exchange');

const publishedAt = () => cursorMoment('published_at').notNull();

/**
 * One published request as clinics find it. A copy: the truth is the request in `leads` and the name in `identity`;
 * `workflows/exchange` writes it with each change and can write all of it anew.
 */
export const listing = exchangeSchema.table(
  'listing',
  {
    /** The request's. */
    id: uuid('id').primaryKey(),
    /** Whose name it is; never shown. */
    patientId: uuid('patient_id').notNull(),
    /** Abbreviated: 'Sarah M.'; null once the account is gone. */
    patient: text('patient'),
    treatment: text('treatment').$type<Category>().notNull(),
    subTreatment: text('sub_treatment').$type<SubTreatment>().notNull(),
    bodyArea: text('body_area').$type<BodyArea>().notNull(),
    locations: text('locations').array().$type<City[]>().notNull(),
    budget: text('budget').$type<Budget>(),
    timeline: text('timeline').$type<Timeline>(),
    /** How many. */
    photos: integer('photos').notNull(),
    /** Clinics of every city see it. */
    widened: boolean('widened').notNull(),
    publishedAt: publishedAt(),
    /** Live offers of all clinics. */
    offersCount: integer('offers_count').notNull(),
    /** Clinics with a live offer. */
    offeredBy: uuid('offered_by')
      .array()
      .notNull()
      .default(sql`'{}'::uuid[]`),
    /** Clinics that its patient asked and that can still answer: they see it wherever they are. */
    asked: uuid('asked')
      .array()
      .notNull()
      .default(sql`'{}'::uuid[]`),
  },
  (t) => [
    index('listing_offered_by_idx').using('gin', t.offeredBy),
    index('listing_asked_idx').using('gin', t.asked),
  ],
);

/**
 * What the indexes of postings hold between shelf and time. A list is read from the first that has all that it is narrowed
 * by, with every value of what else that one has; the last names every narrowing.
 */
export const postingOrders: ReadonlyArray<readonly NarrowingName[]> = [
  [],
  ['priority'],
  ['budget'],
  ['priority', 'budget'],
];

/**
 * Where a listing is found: a row for each of its terms (`terms.ts`), in the order of lists. Written with the listing
 * by one statement, so it needs no key of its own.
 */
export const posting = exchangeSchema.table(
  'posting',
  {
    term: text('term').notNull(),
    /** `shelf.ts`. */
    shelf: smallint('shelf').notNull(),
    /** A column for each of `narrowings`, called as it is. */
    priority: smallint('priority').notNull(),
    budget: smallint('budget').notNull(),
    publishedAt: publishedAt(),
    /** The listing's. */
    id: uuid('id').notNull(),
  },
  (t) => [
    index('posting_shelf_idx').on(t.term, t.shelf, t.publishedAt, t.id),
    // Their conditions, which always hold, are written by whoever asks for nothing else: nobody else is led into these.
    index('posting_priority_idx')
      .on(t.term, t.shelf, t.priority, t.publishedAt, t.id)
      .where(sql`budget >= 0`),
    index('posting_budget_idx')
      .on(t.term, t.shelf, t.budget, t.publishedAt, t.id)
      .where(sql`priority >= 0`),
    index('posting_standing_idx').on(t.term, t.shelf, t.priority, t.budget, t.publishedAt, t.id),
    index('posting_listing_idx').on(t.id),
  ],
);

/** Which member of a clinic's team looks after a request; at most one does. */
export const assignment = exchangeSchema.table(
  'assignment',
  {
    clinicId: uuid('clinic_id').notNull(),
    /** The request's. */
    leadId: uuid('lead_id').notNull(),
    memberId: uuid('member_id').notNull(),
    givenAt: moment('given_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.clinicId, t.leadId] }),
    index('assignment_member_idx').on(t.memberId),
    index('assignment_lead_idx').on(t.leadId),
  ],
);

/** What a clinic narrows its list by again and again, under a name of its own; a mail may announce new matches to it. */
export const savedFilter = exchangeSchema.table(
  'saved_filter',
  {
    id: uuid('id').primaryKey(),
    clinicId: uuid('clinic_id').notNull(),
    name: text('name').notNull(),
    query: jsonb('query').$type<SavedQuery>().notNull(),
    createdAt: moment('created_at').notNull(),
    /** Whether new matches are announced by mail. */
    mails: boolean('mails').notNull().default(false),
    /** What was published until then is no news; to the millisecond, as publications are. */
    toldUntil: cursorMoment('told_until').notNull(),
    /** When the last mail was asked for: there is one an hour at most. */
    toldAt: moment('told_at'),
  },
  (t) => [
    uniqueIndex('saved_filter_name_idx').on(t.clinicId, sql`lower(${t.name})`),
    index('saved_filter_mails_idx')
      .on(t.id)
      .where(sql`mails`),
    check('saved_filter_name', sql`char_length(${t.name}) between 1 and 60`),
    check('saved_filter_query', sql`octet_length(${t.query}::text) <= 2000`),
  ],
);
