import { sql, type SQL } from 'drizzle-orm';
import {
  bigserial,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgSchema,
  smallint,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { cursorMoment, idOf, moment } from '#platform/base/columns.server';
import type {
  BodyArea,
  Budget,
  Category,
  City,
  PatientInfo,
  SubTreatment,
  Timeline,
} from '#contracts/consultation';
import { activityKinds, askEnds, askStates, leadStatuses, refusalReasons } from './values';
import { findingCodes, type FindingCode } from './schemas';

export const leadsSchema = pgSchema('leads');

/** A finding is written out, not sent: only so the index of what has it fits. */
const holdsFinding = (code: FindingCode): SQL => sql.raw(`findings @> '{${code}}'::text[]`);

/**
 * One treatment request. What it says is fixed at submission; `status` and everything below it is written by
 * the flow `leads.lead` only, in the transaction of the event.
 */
export const lead = leadsSchema.table(
  'lead',
  {
    /** Also the id of the flow. Follows from the draft when there was one. */
    id: uuid('id').primaryKey(),
    patientId: uuid('patient_id').notNull(),
    treatment: text('treatment').$type<Category>().notNull(),
    subTreatment: text('sub_treatment').$type<SubTreatment>().notNull(),
    bodyArea: text('body_area').$type<BodyArea>().notNull(),
    description: text('description').notNull(),
    /** Photos of `consultation`, in the order shown. */
    photos: uuid('photos').array().notNull(),
    locations: text('locations').array().$type<City[]>().notNull(),
    budget: text('budget').$type<Budget>(),
    timeline: text('timeline').$type<Timeline>(),
    /** For matching clinics and nobody else. */
    patientInfo: jsonb('patient_info').$type<PatientInfo>(),
    /** What the automatic checks found; for staff. */
    findings: text('findings').array().$type<FindingCode[]>().notNull(),
    createdAt: cursorMoment('created_at').notNull(),
    status: text('status', { enum: leadStatuses }).notNull(),
    offersCount: integer('offers_count').notNull(),
    /** Matching no longer looks at `locations`. */
    widened: boolean('widened').notNull().default(false),
    /** End of the screening window while it runs; null when a person decides. */
    screeningEndsAt: moment('screening_ends_at'),
    /** Since when the patient is asked to change it, for `cancelReason`; null when that is not so. */
    sentBackAt: moment('sent_back_at'),
    publishedAt: moment('published_at'),
    /** Until when the first offer is promised. */
    offersDueAt: moment('offers_due_at'),
    expiresAt: moment('expires_at'),
    widenedAt: moment('widened_at'),
    /** Since when the patient is asked what to do about missing offers; null when there is nothing to decide. */
    noticeAt: moment('notice_at'),
    completedAt: moment('completed_at'),
    acceptedOfferId: uuid('accepted_offer_id'),
    cancelledAt: moment('cancelled_at'),
    cancelledBy: text('cancelled_by', { enum: ['patient', 'team', 'expiry'] }),
    /** In the words of whoever cancelled it, or sent it back. */
    cancelReason: text('cancel_reason'),
    /** When what it said was forgotten, long after its end. */
    forgottenAt: moment('forgotten_at'),
  },
  (t) => [
    index('lead_patient_idx').on(t.patientId, t.createdAt.desc(), t.id.desc()),
    index('lead_created_idx').on(t.createdAt, t.id),
    index('lead_ended_idx')
      .on(sql`coalesce(completed_at, cancelled_at)`, t.id)
      .where(sql`forgotten_at is null and status in ('completed', 'cancelled')`),
    index('lead_published_at_idx')
      .on(t.publishedAt)
      // For the figures of days. Without the first condition it would be taken for lists by status, and read whole.
      .where(sql`status <> 'pending' and published_at is not null`),
    index('lead_listed_idx')
      .on(t.id)
      .where(sql`status in ('reviewed', 'offers_received')`),
    index('lead_newest_idx')
      .on(t.publishedAt, t.id)
      .where(sql`status in ('reviewed', 'offers_received')`),
    // For staff: a request is found in every order by its status, and what something was found in by itself.
    index('lead_status_created_idx').on(t.status, t.createdAt, t.id),
    index('lead_status_offers_idx').on(t.status, t.offersCount, t.id),
    index('lead_status_published_idx').on(t.status, t.publishedAt, t.id),
    index('lead_status_expires_idx').on(t.status, t.expiresAt, t.id),
    ...findingCodes.flatMap((code) => {
      const name = (sort: string) => `lead_${code.replaceAll('-', '_')}_${sort}_idx`;
      const among = holdsFinding(code);
      return [
        index(name('created')).on(t.status, t.createdAt, t.id).where(among),
        index(name('offers')).on(t.status, t.offersCount, t.id).where(among),
        index(name('published')).on(t.status, t.publishedAt, t.id).where(among),
        index(name('expires')).on(t.status, t.expiresAt, t.id).where(among),
        index(name('treatment')).on(t.treatment, t.status, t.createdAt, t.id).where(among),
      ];
    }),
    index('lead_treatment_created_idx').on(t.treatment, t.status, t.createdAt, t.id),
    index('lead_sub_treatment_created_idx').on(t.subTreatment, t.createdAt, t.id),
    check('lead_description_length', sql`char_length(${t.description}) <= 4000`),
    check('lead_cancel_reason_length', sql`char_length(${t.cancelReason}) <= 1000`),
    check('lead_photos', sql`cardinality(${t.photos}) <= 10`),
    check('lead_offers_count', sql`${t.offersCount} >= 0`),
    check('lead_cancelled', sql`(${t.status} = 'cancelled') = (${t.cancelledAt} is not null)`),
    check('lead_completed', sql`(${t.status} = 'completed') = (${t.completedAt} is not null)`),
    check(
      'lead_published',
      sql`${t.status} not in ('reviewed', 'offers_received', 'completed') or ${t.publishedAt} is not null`,
    ),
  ],
);

/** The automatic checks found this; in the words of the indexes of such requests. */
export const hasFinding = (code: FindingCode): SQL =>
  sql`${lead.findings} @> ${sql.raw(`'{${code}}'::text[]`)}`;

/** What happened to a request, for its owner: one row per event that its owner reads. Append-only by use. */
export const activity = leadsSchema.table(
  'activity',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    leadId: idOf('lead_id', () => lead.id),
    patientId: uuid('patient_id').notNull(),
    kind: text('kind', { enum: activityKinds }).notNull(),
    at: moment('at').notNull(),
  },
  (t) => [
    index('activity_patient_idx').on(t.patientId, t.id.desc()),
    index('activity_lead_idx').on(t.leadId, t.id),
  ],
);

/**
 * A clinic that a patient asks with a request. `state` and everything below it is written by the flow `leads.ask` only, in
 * the transaction of the event.
 */
export const ask = leadsSchema.table(
  'ask',
  {
    /** Also the id of the flow; follows from the request and the clinic. */
    id: uuid('id').primaryKey(),
    leadId: idOf('lead_id', () => lead.id),
    patientId: uuid('patient_id').notNull(),
    clinicId: uuid('clinic_id').notNull(),
    /** In the patient's order, from 1. */
    place: smallint('place').notNull(),
    createdAt: moment('created_at').notNull(),
    state: text('state', { enum: askStates }).notNull(),
    /** Until when a place is kept for its offer; null when none is. */
    keptUntil: moment('kept_until'),
    refusal: text('refusal', { enum: refusalReasons }),
    endedBecause: text('ended_because', { enum: askEnds }),
    /** When it was answered, refused or ended. */
    endedAt: moment('ended_at'),
  },
  (t) => [
    uniqueIndex('ask_lead_idx').on(t.leadId, t.clinicId),
    index('ask_patient_idx').on(t.patientId, t.id),
    index('ask_clinic_idx').on(t.clinicId, t.id),
    check('ask_place', sql`${t.place} between 1 and 3`),
    check('ask_kept', sql`(${t.state} = 'held') = (${t.keptUntil} is not null)`),
    check('ask_refused', sql`(${t.state} = 'refused') = (${t.refusal} is not null)`),
    check(
      'ask_ended',
      sql`(${t.state} in ('answered', 'refused', 'ended')) = (${t.endedAt} is not null)`,
    ),
  ],
);
