import { sides } from '#platform/base/actor';
import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  date,
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
import type { Assumption } from '#contracts/offers';
import { cursorMoment, idOf, moment } from '#platform/base/columns.server';
import {
  cancelCodes,
  cancellers,
  dealPhases,
  dealStatuses,
  priceCauses,
  priceDifferences,
  removalReasons,
  stillReasons,
  timeStatuses,
  treatedBy,
} from './values';

export const dealsSchema = pgSchema('deals');

const created = () => cursorMoment('created_at').notNull();

/**
 * One deal: an offer that was accepted. Who and what was sealed is fixed; everything below is written by the flow
 * `deals.deal` only, in the transaction of the event.
 */
export const deal = dealsSchema.table(
  'deal',
  {
    /** Also the id of the flow; follows from the offer's. */
    id: uuid('id').primaryKey(),
    /** By which it is addressed from outside. */
    offerId: uuid('offer_id').notNull().unique(),
    leadId: uuid('lead_id').notNull(),
    patientId: uuid('patient_id').notNull(),
    clinicId: uuid('clinic_id').notNull(),
    /** When the offer was accepted. */
    createdAt: created(),
    /** Cents of `sealedCurrency` (ISO 4217). */
    sealedCents: integer('sealed_cents').notNull(),
    sealedCurrency: text('sealed_currency').notNull(),
    /** The sealed price with every extra that has one: the total that was accepted. Null of deals begun before it was stored. */
    acceptedCents: integer('accepted_cents'),
    /** What the accepted offer rests on, in its order; null of deals begun before it was stored. */
    assumptions: jsonb('assumptions').$type<readonly Assumption[]>(),
    phase: text('phase', { enum: dealPhases }).notNull(),
    status: text('status', { enum: dealStatuses }).notNull(),
    scheduledFor: moment('scheduled_for'),
    /** SEQUENCE of its calendar entry. */
    sequence: integer('sequence').notNull(),
    /** When that was last agreed on, changed or called off: DTSTAMP of the entry. */
    calendarAt: moment('calendar_at'),
    treatedAt: moment('treated_at'),
    treatedBy: text('treated_by', { enum: treatedBy }),
    /** Null until it is treated. */
    priceKept: boolean('price_kept'),
    /** Null until it is treated, and of treatments before it was stored. */
    priceDifference: text('price_difference', { enum: priceDifferences }),
    /** Since when it stands still, for staff; null while it moves. */
    stillSince: moment('still_since'),
    stillBecause: text('still_because', { enum: stillReasons }),
    deniedAt: moment('denied_at'),
    deniedBy: text('denied_by', { enum: sides }),
    /** In the words of whoever says that no treatment took place; may be erased. */
    denialReason: text('denial_reason'),
    cancelledAt: moment('cancelled_at'),
    cancelledBy: text('cancelled_by', { enum: cancellers }),
    cancelCode: text('cancel_code', { enum: cancelCodes }),
    /** In the words of whoever cancelled; may be erased. */
    cancelReason: text('cancel_reason'),
  },
  (t) => [
    index('deal_patient_idx').on(t.patientId, t.createdAt, t.id),
    index('deal_clinic_idx').on(t.clinicId, t.createdAt, t.id),
    index('deal_created_idx').on(t.createdAt, t.id),
    index('deal_status_idx').on(t.status, t.createdAt, t.id),
    // What staff look at.
    index('deal_waiting_created_idx')
      .on(t.createdAt, t.id)
      .where(sql`phase = 'disputed' or still_since is not null`),
    index('deal_waiting_status_idx')
      .on(t.status, t.createdAt, t.id)
      .where(sql`phase = 'disputed' or still_since is not null`),
    index('deal_denied_idx')
      .on(t.deniedAt, t.id)
      .where(sql`denied_at is not null`),
    check('deal_sealed', sql`${t.sealedCents} > 0 and ${t.sealedCurrency} ~ '^[A-Z]{3}$'`),
    check(
      'deal_scheduled',
      sql`${t.status} <> 'scheduled' or (${t.scheduledFor} is not null and ${t.calendarAt} is not null)`,
    ),
    check(
      'deal_treated',
      sql`(${t.status} in ('treated', 'reviewed')) = (${t.treatedAt} is not null) and (${t.treatedAt} is not null) = (${t.treatedBy} is not null) and (${t.treatedAt} is not null) = (${t.priceKept} is not null)`,
    ),
    check('deal_still', sql`(${t.stillSince} is not null) = (${t.stillBecause} is not null)`),
    check('deal_denied', sql`(${t.deniedAt} is not null) = (${t.deniedBy} is not null)`),
    check(
      'deal_cancelled',
      sql`(${t.status} = 'cancelled') = (${t.cancelledAt} is not null) and (${t.cancelledAt} is not null) = (${t.cancelCode} is not null)`,
    ),
    check('deal_cancel_reason', sql`char_length(${t.cancelReason}) <= 1000`),
    check('deal_denial_reason', sql`char_length(${t.denialReason}) <= 1000`),
  ],
);

/** A time that one side has proposed. At most one of a deal waits for an answer, and at most one holds. */
export const time = dealsSchema.table(
  'time',
  {
    id: uuid('id').primaryKey(),
    dealId: idOf('deal_id', () => deal.id),
    from: text('from', { enum: sides }).notNull(),
    startsAt: moment('starts_at').notNull(),
    /** For the other side; may be erased. */
    note: text('note'),
    status: text('status', { enum: timeStatuses }).notNull(),
    createdAt: created(),
    answeredAt: moment('answered_at'),
  },
  (t) => [
    index('time_deal_idx').on(t.dealId, t.createdAt, t.id),
    uniqueIndex('time_proposed_idx')
      .on(t.dealId)
      .where(sql`status = 'proposed'`),
    uniqueIndex('time_accepted_idx')
      .on(t.dealId)
      .where(sql`status = 'accepted'`),
    check('time_note', sql`char_length(${t.note}) <= 500`),
    check('time_answered', sql`(${t.status} = 'proposed') = (${t.answeredAt} is null)`),
  ],
);

/** What a side says was paid for the treatment. Both are kept, also where they differ. */
export const confirmation = dealsSchema.table(
  'confirmation',
  {
    dealId: idOf('deal_id', () => deal.id),
    side: text('side', { enum: sides }).notNull(),
    at: moment('at').notNull(),
    /** Cents of `currency` (ISO 4217). */
    amountCents: integer('amount_cents').notNull(),
    currency: text('currency').notNull(),
    /** Why it is another price than the sealed one, in the words of that side; may be erased. */
    reason: text('reason'),
    /** What made it another price; null where the side does not say. */
    because: text('because', { enum: priceCauses }),
    /** Where no date was agreed: the day on which it took place. */
    treatedOn: date('treated_on', { mode: 'string' }),
  },
  (t) => [
    primaryKey({ columns: [t.dealId, t.side] }),
    check('confirmation_amount', sql`${t.amountCents} between 1 and 99999999`),
    check('confirmation_currency', sql`${t.currency} ~ '^[A-Z]{3}$'`),
    check('confirmation_reason', sql`char_length(${t.reason}) <= 1000`),
  ],
);

/**
 * What the patient of a treated deal says of it; there is no other way in. Contact data is masked before the words are
 * stored (signs in its place may make them longer), and `masked` says of which kinds it was.
 */
export const review = dealsSchema.table(
  'review',
  {
    id: uuid('id').primaryKey(),
    dealId: uuid('deal_id')
      .notNull()
      .unique()
      .references(() => deal.id),
    clinicId: uuid('clinic_id').notNull(),
    patientId: uuid('patient_id').notNull(),
    stars: smallint('stars').notNull(),
    /** Empty once its writer has closed their account: the stars stay, the words do not. */
    text: text('text').notNull(),
    masked: text('masked').array().notNull(),
    createdAt: created(),
    answer: text('answer'),
    answerMasked: text('answer_masked').array(),
    answeredAt: moment('answered_at'),
    /** Of the first report that staff have not looked at. */
    reportedAt: moment('reported_at'),
    removedAt: moment('removed_at'),
    removedBecause: text('removed_because', { enum: removalReasons }),
    /** Staff took the answer away; its words are gone, and there is no other. */
    answerRemovedBecause: text('answer_removed_because', { enum: removalReasons }),
  },
  (t) => [
    // What the public sees of a clinic, newest first.
    index('review_clinic_idx')
      .on(t.clinicId, t.createdAt, t.id)
      .where(sql`removed_at is null`),
    index('review_created_idx').on(t.createdAt, t.id),
    index('review_patient_idx').on(t.patientId, t.createdAt, t.id),
    index('review_reported_idx')
      .on(t.reportedAt, t.id)
      .where(sql`reported_at is not null`),
    index('review_reported_created_idx')
      .on(t.createdAt, t.id)
      .where(sql`reported_at is not null`),
    check('review_stars', sql`${t.stars} between 1 and 5`),
    check('review_text', sql`char_length(${t.text}) <= 8000`),
    check('review_answer', sql`char_length(${t.answer}) between 1 and 4000`),
    check(
      'review_answered',
      sql`(${t.answer} is not null) = (${t.answeredAt} is not null and ${t.answerRemovedBecause} is null)`,
    ),
    check('review_removed', sql`(${t.removedAt} is not null) = (${t.removedBecause} is not null)`),
  ],
);

/** One side asks staff to look at a review or its answer; each once. */
export const report = dealsSchema.table(
  'report',
  {
    reviewId: idOf('review_id', () => review.id),
    side: text('side', { enum: sides }).notNull(),
    /** May be erased. */
    reason: text('reason').notNull(),
    at: moment('at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.reviewId, t.side] }),
    check('report_reason', sql`char_length(${t.reason}) between 1 and 1000`),
  ],
);

/** What staff write to both sides of a deal at once; they read it on its page. */
export const teamMessage = dealsSchema.table(
  'team_message',
  {
    id: uuid('id').primaryKey(),
    dealId: idOf('deal_id', () => deal.id),
    staffId: uuid('staff_id').notNull(),
    /** May be erased. */
    text: text('text').notNull(),
    createdAt: created(),
  },
  (t) => [
    index('team_message_deal_idx').on(t.dealId, t.createdAt, t.id),
    check('team_message_text', sql`char_length(${t.text}) between 1 and 1000`),
  ],
);

/**
 * What a clinic's reviews and treatments come to, written in the transaction of the event that changes it. Follows from
 * `review` and `deal`: `repairReputation` compares and sets right.
 */
export const reputation = dealsSchema.table(
  'reputation',
  {
    clinicId: uuid('clinic_id').primaryKey(),
    reviews: integer('reviews').notNull().default(0),
    /** Of all of them together. */
    stars: integer('stars').notNull().default(0),
    treatments: integer('treatments').notNull().default(0),
    /** Treatments whose sealed price was kept. */
    kept: integer('kept').notNull().default(0),
    /** Treatments with another price than an accepted one, and those of them that an assumption of the offer foresaw. */
    differed: integer('differed').notNull().default(0),
    foreseen: integer('foreseen').notNull().default(0),
  },
  (t) => [
    check('reputation_foreseen', sql`${t.foreseen} between 0 and ${t.differed}`),
    check(
      'reputation_counts',
      sql`${t.reviews} >= 0 and ${t.stars} between ${t.reviews} and 5 * ${t.reviews} and ${t.kept} between 0 and ${t.treatments}`,
    ),
  ],
);

/** How long a clinic took to its first offer for a request, counted from the request's publication. */
export const answer = dealsSchema.table(
  'answer',
  {
    clinicId: uuid('clinic_id').notNull(),
    leadId: uuid('lead_id').notNull(),
    /** When that offer was made. */
    at: moment('at').notNull(),
    minutes: integer('minutes').notNull(),
    /** The patient had asked this clinic. */
    asked: boolean('asked').notNull().default(false),
  },
  (t) => [
    primaryKey({ columns: [t.clinicId, t.leadId] }),
    index('answer_asked_idx')
      .on(t.clinicId, t.at, t.minutes)
      .where(sql`asked`),
    // With the figure itself, so that the latest of a clinic are read in the index alone.
    index('answer_clinic_idx').on(t.clinicId, t.at, t.minutes),
    check('answer_minutes', sql`${t.minutes} >= 0`),
  ],
);
