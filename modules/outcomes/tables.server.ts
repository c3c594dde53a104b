import { removalReasons } from '#contracts/deals';
import { sql } from 'drizzle-orm';
import { check, index, integer, pgSchema, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { cursorMoment, idOf, moment } from '#platform/base/columns.server';
import { againChoices, moments, outcomePhases, questionStates, resultChoices } from './values';

export const outcomesSchema = pgSchema('outcomes');

/**
 * One treatment whose patient is asked twice what became of it. Who and when is fixed; the rest is written by the flow
 * `outcomes.outcome` only, in the transaction of the event.
 */
export const outcome = outcomesSchema.table(
  'outcome',
  {
    /** Also the id of the flow; follows from the offer's. */
    id: uuid('id').primaryKey(),
    /** By which it is addressed from outside, as the deal is. */
    offerId: uuid('offer_id').notNull().unique(),
    leadId: uuid('lead_id').notNull(),
    patientId: uuid('patient_id').notNull(),
    clinicId: uuid('clinic_id').notNull(),
    /** The day of the treatment, from which both questions are counted. */
    treatedAt: moment('treated_at').notNull(),
    phase: text('phase', { enum: outcomePhases }).notNull(),
    halfYear: text('half_year', { enum: questionStates }),
    year: text('year', { enum: questionStates }),
    /** Until when the open question can be answered; null while none is open. */
    answerUntil: moment('answer_until'),
  },
  (t) => [
    index('outcome_patient_idx').on(t.patientId, t.leadId, t.id),
    // What a repair counts of a clinic.
    index('outcome_silent_idx')
      .on(t.clinicId)
      .where(sql`half_year = 'silent' or year = 'silent'`),
    check(
      'outcome_open',
      sql`(${t.phase} in ('half-year-due', 'year-due')) = (${t.answerUntil} is not null)`,
    ),
    check(
      'outcome_half_year_due',
      sql`(${t.phase} = 'half-year-due') = (coalesce(${t.halfYear}, '') = 'open')`,
    ),
    check('outcome_year_due', sql`(${t.phase} = 'year-due') = (coalesce(${t.year}, '') = 'open')`),
  ],
);

/**
 * What a patient says became of the treatment; at most one for each of the two questions. Contact data is masked before
 * the words are stored (signs in its place may make them longer), and `masked` says of which kinds it was.
 */
export const answer = outcomesSchema.table(
  'answer',
  {
    id: uuid('id').primaryKey(),
    outcomeId: idOf('outcome_id', () => outcome.id),
    offerId: uuid('offer_id').notNull(),
    clinicId: uuid('clinic_id').notNull(),
    patientId: uuid('patient_id').notNull(),
    moment: text('moment', { enum: moments }).notNull(),
    again: text('again', { enum: againChoices }).notNull(),
    result: text('result', { enum: resultChoices }).notNull(),
    /** Empty where nothing was written, and once its writer has closed their account: the choices stay. */
    text: text('text').notNull(),
    masked: text('masked').array().notNull(),
    createdAt: cursorMoment('created_at').notNull(),
    /** Of a report that staff have not looked at. */
    reportedAt: moment('reported_at'),
    removedAt: moment('removed_at'),
    removedBecause: text('removed_because', { enum: removalReasons }),
  },
  (t) => [
    uniqueIndex('answer_outcome_moment_idx').on(t.outcomeId, t.moment),
    // What the public sees of a clinic, newest first.
    index('answer_clinic_idx')
      .on(t.clinicId, t.createdAt, t.id)
      .where(sql`removed_at is null`),
    index('answer_created_idx').on(t.createdAt, t.id),
    index('answer_patient_idx').on(t.patientId, t.createdAt, t.id),
    index('answer_offer_idx').on(t.offerId),
    index('answer_reported_idx')
      .on(t.reportedAt, t.id)
      .where(sql`reported_at is not null`),
    index('answer_reported_created_idx')
      .on(t.createdAt, t.id)
      .where(sql`reported_at is not null`),
    check('answer_text', sql`char_length(${t.text}) <= 4000`),
    check('answer_removed', sql`(${t.removedAt} is not null) = (${t.removedBecause} is not null)`),
  ],
);

/** The clinic asks staff to look at an answer, once. */
export const report = outcomesSchema.table(
  'report',
  {
    answerId: uuid('answer_id')
      .primaryKey()
      .references(() => answer.id),
    /** May be erased. */
    reason: text('reason').notNull(),
    at: moment('at').notNull(),
  },
  (t) => [check('report_reason', sql`char_length(${t.reason}) between 1 and 1000`)],
);

/**
 * What the outcomes of a clinic come to, written in the transaction of the event that changes it. Follows from `outcome`
 * and `answer`: `repairTallies` compares and sets right. Of a clinic that left it stays, for the figures of all together.
 */
export const tally = outcomesSchema.table(
  'tally',
  {
    clinicId: uuid('clinic_id').primaryKey(),
    /** Whose question was asked and is settled: answered, or silent when the time for it was over. */
    halfYearAsked: integer('half_year_asked').notNull().default(0),
    halfYearAnswered: integer('half_year_answered').notNull().default(0),
    /** Who would do it again. */
    halfYearAgain: integer('half_year_again').notNull().default(0),
    yearAsked: integer('year_asked').notNull().default(0),
    yearAnswered: integer('year_answered').notNull().default(0),
    yearAgain: integer('year_again').notNull().default(0),
  },
  (t) => [
    check(
      'tally_half_year',
      sql`${t.halfYearAgain} >= 0 and ${t.halfYearAgain} <= ${t.halfYearAnswered} and ${t.halfYearAnswered} <= ${t.halfYearAsked}`,
    ),
    check(
      'tally_year',
      sql`${t.yearAgain} >= 0 and ${t.yearAgain} <= ${t.yearAnswered} and ${t.yearAnswered} <= ${t.yearAsked}`,
    ),
  ],
);
