import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  date,
  index,
  integer,
  jsonb,
  pgSchema,
  smallint,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import type { SlotSet } from '#contracts/consultation';
import { cursorMoment, idOf, moment } from '#platform/base/columns.server';
import type { CareRecord } from './schemas';
import type { TreatingClinic } from './handover/content';
import {
  type CareAnswers,
  type CareQuestion,
  careStates,
  type CareZone,
  type CheckInDay,
  checkInStates,
} from './values';

export const aftercareSchema = pgSchema('aftercare');

/** The aftercare of one treatment; `state` and `endedAt` are written by the flow `aftercare.care` only. */
export const care = aftercareSchema.table(
  'care',
  {
    /** Also the id of the flow; follows from the offer's. */
    id: uuid('id').primaryKey(),
    /** By which it is addressed from outside. */
    offerId: uuid('offer_id').notNull().unique(),
    leadId: uuid('lead_id').notNull(),
    patientId: uuid('patient_id').notNull(),
    clinicId: uuid('clinic_id').notNull(),
    state: text('state', { enum: careStates }).notNull(),
    /** The clinic's calendar day. */
    treatedOn: date('treated_on', { mode: 'string' }).notNull(),
    /** As it was when the treatment was confirmed: the patient's record says who treated, also when the account is gone. */
    clinic: jsonb('clinic').$type<TreatingClinic>().notNull(),
    /** Decides questions and views: the set of views of what was treated. */
    slotSet: text('slot_set').$type<SlotSet>().notNull(),
    createdAt: cursorMoment('created_at').notNull(),
    agreedAt: moment('agreed_at'),
    endedAt: moment('ended_at'),
    /** Where the patient last said to be: ISO 3166-1 alpha-2, and an IANA time zone. */
    country: text('country'),
    zone: text('zone').$type<CareZone>(),
  },
  (t) => [
    index('care_patient_idx').on(t.patientId, t.id),
    index('care_clinic_idx').on(t.clinicId, t.id),
    // What keeps a request from being forgotten.
    index('care_lead_open_idx')
      .on(t.leadId)
      .where(sql`state in ('offered', 'following')`),
    check('care_country', sql`${t.country} ~ '^[A-Z]{2}$'`),
    check('care_ended', sql`(${t.state} in ('stopped', 'ended')) = (${t.endedAt} is not null)`),
  ],
);

/** One day on which a patient is asked; `state` and instants are written by the flow `aftercare.check-in` only. */
export const checkIn = aftercareSchema.table(
  'check_in',
  {
    /** Also the id of the flow; follows from the care's and the day. */
    id: uuid('id').primaryKey(),
    careId: idOf('care_id', () => care.id),
    offerId: uuid('offer_id').notNull(),
    leadId: uuid('lead_id').notNull(),
    patientId: uuid('patient_id').notNull(),
    clinicId: uuid('clinic_id').notNull(),
    day: smallint('day').$type<CheckInDay>().notNull(),
    state: text('state', { enum: checkInStates }).notNull(),
    dueAt: moment('due_at').notNull(),
    answeredAt: moment('answered_at'),
    country: text('country'),
    /** What the patient answered, and what of it means danger; may be erased. */
    answers: jsonb('answers').$type<CareAnswers>(),
    dangers: text('dangers').array().$type<CareQuestion[]>().notNull().default([]),
    /** In the patient's words; may be erased. */
    note: text('note'),
    photosShared: boolean('photos_shared').notNull().default(false),
    /** In the clinic's words; may be erased. */
    reply: text('reply'),
    repliedAt: moment('replied_at'),
    closedAt: moment('closed_at'),
  },
  (t) => [
    uniqueIndex('check_in_day_idx').on(t.careId, t.day),
    index('check_in_patient_idx').on(t.patientId, t.id),
    index('check_in_clinic_idx').on(t.clinicId, t.id),
    // What staff look at: answers that mean danger.
    index('check_in_danger_idx')
      .on(t.answeredAt, t.id)
      .where(sql`state in ('alerted', 'escalated', 'settled', 'closed')`),
    index('check_in_waiting_idx')
      .on(t.answeredAt, t.id)
      .where(sql`state = 'escalated'`),
    check('check_in_note', sql`char_length(${t.note}) <= 2000`),
    check('check_in_reply', sql`char_length(${t.reply}) between 1 and 2000`),
    check(
      'check_in_answered',
      sql`(${t.state} in ('answered', 'alerted', 'escalated', 'settled', 'closed')) = (${t.answeredAt} is not null)`,
    ),
  ],
);

/** What a clinic gives with a treatment: may be given before both sides have confirmed it, and is the patient's from then on. */
export const record = aftercareSchema.table(
  'record',
  {
    offerId: uuid('offer_id').primaryKey(),
    leadId: uuid('lead_id').notNull(),
    patientId: uuid('patient_id').notNull(),
    clinicId: uuid('clinic_id').notNull(),
    plan: text('plan'),
    person: jsonb('person').$type<NonNullable<CareRecord['person']>>(),
    used: jsonb('used').$type<CareRecord['used']>().notNull(),
    createdAt: cursorMoment('created_at').notNull(),
    givenAt: moment('given_at').notNull(),
  },
  (t) => [
    index('record_patient_idx').on(t.patientId, t.offerId),
    index('record_clinic_idx').on(t.clinicId, t.offerId),
    check('record_plan', sql`char_length(${t.plan}) between 1 and 4000`),
  ],
);

/**
 * After how many of its treatments a clinic gave what: written in the transaction that changes it. Follows from `care` and
 * `record`: `repairGiven` compares and sets right.
 */
export const given = aftercareSchema.table(
  'given',
  {
    clinicId: uuid('clinic_id').primaryKey(),
    treatments: integer('treatments').notNull().default(0),
    plans: integer('plans').notNull().default(0),
    persons: integer('persons').notNull().default(0),
    used: integer('used').notNull().default(0),
  },
  (t) => [
    check(
      'given_counts',
      sql`${t.plans} between 0 and ${t.treatments} and ${t.persons} between 0 and ${t.treatments} and ${t.used} between 0 and ${t.treatments}`,
    ),
  ],
);
