import { sql } from 'drizzle-orm';
import {
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
import { cursorMoment, idOf, moment } from '#platform/base/columns.server';
import { type Currency, declineCauses, declineReasons, offerStatuses, withdrawers } from './values';
import type { Assumption, OfferItem, TypedOffer } from './schemas';
import type { SubTreatment } from '#contracts/consultation';

export const offersSchema = pgSchema('offers');

/**
 * One offer of a clinic for a request. What it says lies in its revisions; `status` and everything below it is written by
 * the flow `offers.offer` only, in the transaction of the event.
 */
export const offer = offersSchema.table(
  'offer',
  {
    /** Also the id of the flow. */
    id: uuid('id').primaryKey(),
    leadId: uuid('lead_id').notNull(),
    patientId: uuid('patient_id').notNull(),
    clinicId: uuid('clinic_id').notNull(),
    createdAt: cursorMoment('created_at').notNull(),
    status: text('status', { enum: offerStatuses }).notNull(),
    /** Which of the places of its request it holds while it is live, from 1; the last is the cap of live offers. */
    slot: smallint('slot'),
    /** The current one, of `revision`. */
    revision: integer('revision').notNull(),
    expiresAt: moment('expires_at').notNull(),
    /** When it was accepted, declined, withdrawn or ran out. */
    endedAt: moment('ended_at'),
    declinedBecause: text('declined_because', { enum: declineCauses }),
    /** The patient's one tap. */
    declineReason: text('decline_reason', { enum: declineReasons }),
    withdrawnBy: text('withdrawn_by', { enum: withdrawers }),
    /**
     * Where its price lay among the offers of its currency when the request was decided, from 1 for the lowest, and among
     * how many. What a clinic that was not chosen learns.
     */
    pricePlace: smallint('price_place'),
    priceAmong: smallint('price_among'),
    /** SHA-256 (hex) over the accepted revision, as `sealedText` spells it. */
    sealedHash: text('sealed_hash'),
    /** In which spelling; null of an accepted offer is the first one. */
    sealVersion: smallint('seal_version'),
  },
  (t) => [
    uniqueIndex('offer_slot_idx').on(t.leadId, t.slot),
    uniqueIndex('offer_accepted_idx')
      .on(t.leadId)
      .where(sql`status = 'accepted'`),
    uniqueIndex('offer_one_each_idx')
      .on(t.leadId, t.clinicId)
      .where(sql`status in ('pending', 'negotiating', 'accepted')`),
    index('offer_lead_idx').on(t.leadId, t.createdAt, t.id),
    index('offer_clinic_idx').on(t.clinicId, t.status, t.createdAt, t.id),
    index('offer_patient_idx').on(t.patientId, t.createdAt, t.id),
    index('offer_created_idx').on(t.createdAt, t.id),
    // What ends soon. A summary of blocks: unlike a tree it costs an offer that is sent nothing but its row.
    index('offer_expires_idx').using('brin', t.expiresAt),
    // For staff.
    index('offer_status_created_idx').on(t.status, t.createdAt, t.id),
    check(
      'offer_live_slot',
      sql`(${t.status} in ('pending', 'negotiating')) = (${t.slot} is not null)`,
    ),
    check('offer_slot', sql`${t.slot} between 1 and 50`),
    check('offer_ended', sql`(${t.status} in ('pending', 'negotiating')) = (${t.endedAt} is null)`),
    check('offer_sealed', sql`(${t.status} = 'accepted') = (${t.sealedHash} is not null)`),
    check('offer_declined', sql`(${t.status} = 'declined') = (${t.declinedBecause} is not null)`),
    check('offer_withdrawn', sql`(${t.status} = 'withdrawn') = (${t.withdrawnBy} is not null)`),
  ],
);

/**
 * From when on the clinic of an offer reads nothing of the patient any more and neither side writes; no row while no end
 * is set. Beside the offer, which is sealed when it is accepted. Ends are only brought forward.
 */
export const readingEnd = offersSchema.table('reading_end', {
  offerId: uuid('offer_id')
    .primaryKey()
    .references(() => offer.id, { onDelete: 'cascade' }),
  until: moment('until').notNull(),
});

/** The end of an offer that its patient was notified of beforehand; another one after a revision is announced anew. */
export const announcedEnd = offersSchema.table('announced_end', {
  offerId: uuid('offer_id')
    .primaryKey()
    .references(() => offer.id, { onDelete: 'cascade' }),
  expiresAt: moment('expires_at').notNull(),
});

/** What an offer said from one moment on. Append-only: patients see what changed. */
export const revision = offersSchema.table(
  'revision',
  {
    offerId: idOf('offer_id', () => offer.id),
    /** From 1. */
    revision: integer('revision').notNull(),
    at: moment('at').notNull(),
    /** Who of the clinic's team said so; null before clinics had teams. */
    memberId: uuid('member_id'),
    amountCents: integer('amount_cents').notNull(),
    /** Shown struck through; above the amount. */
    listPriceCents: integer('list_price_cents'),
    /** ISO 4217. */
    currency: text('currency').$type<Currency>().notNull(),
    message: text('message').notNull(),
    items: jsonb('items').$type<OfferItem[]>().notNull(),
    doctorName: text('doctor_name'),
    earliestDate: date('earliest_date', { mode: 'string' }),
    availability: text('availability'),
    /** Null is not stated, as of the three below. */
    trips: smallint('trips'),
    nights: smallint('nights'),
    daysInCountry: smallint('days_in_country'),
    guaranteeMonths: smallint('guarantee_months'),
    /** What the price rests on, in the clinic's order; null is nothing stated. */
    assumptions: jsonb('assumptions').$type<Assumption[]>(),
    /** Files of `attachments`, in the order shown. */
    attachments: uuid('attachments').array().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.offerId, t.revision] }),
    // Those that count something, newest first: what staff compare.
    index('revision_counted_idx')
      .on(t.at)
      .where(sql`jsonb_path_exists(items, '$[*].quantity')`),
    check('revision_amount', sql`${t.amountCents} between 1 and 99999999`),
    check(
      'revision_list_price',
      sql`${t.listPriceCents} > ${t.amountCents} and ${t.listPriceCents} <= 99999999`,
    ),
    check('revision_currency', sql`${t.currency} ~ '^[A-Z]{3}$'`),
    check('revision_message', sql`char_length(${t.message}) between 1 and 4000`),
    check('revision_doctor', sql`char_length(${t.doctorName}) <= 120`),
    check('revision_availability', sql`char_length(${t.availability}) <= 500`),
    check(
      'revision_figures',
      sql`${t.trips} between 1 and 4 and ${t.nights} between 0 and 365 and ${t.daysInCountry} between 1 and 365 and ${t.guaranteeMonths} between 0 and 600`,
    ),
    check('revision_assumptions', sql`jsonb_array_length(${t.assumptions}) <= 5`),
    check('revision_attachments', sql`cardinality(${t.attachments}) <= 10`),
  ],
);

/**
 * What a clinic has typed of an offer that is not sent, by request. Not checked: it goes back into the form it came
 * from. Ends with the offer, or a month after the last key.
 */
export const formDraft = offersSchema.table(
  'form_draft',
  {
    clinicId: uuid('clinic_id').notNull(),
    leadId: uuid('lead_id').notNull(),
    fields: jsonb('fields').$type<TypedOffer>().notNull(),
    /** The open form that wrote last, and its turn. */
    writer: uuid('writer'),
    turn: integer('turn').notNull().default(0),
    savedAt: moment('saved_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.clinicId, t.leadId] }),
    index('form_draft_saved_idx').on(t.savedAt),
    check('form_draft_size', sql`octet_length(${t.fields}::text) <= 65536`),
  ],
);

/** What a clinic answers again and again to requests of one kind, under a name of its own; an offer begins from it. */
export const reusable = offersSchema.table(
  'reusable',
  {
    id: uuid('id').primaryKey(),
    clinicId: uuid('clinic_id').notNull(),
    subTreatment: text('sub_treatment').$type<SubTreatment>().notNull(),
    name: text('name').notNull(),
    /** As typed. */
    fields: jsonb('fields').$type<TypedOffer>().notNull(),
    createdAt: moment('created_at').notNull(),
    changedAt: moment('changed_at').notNull(),
  },
  (t) => [
    uniqueIndex('reusable_name_idx').on(t.clinicId, t.subTreatment, sql`lower(${t.name})`),
    check('reusable_name', sql`char_length(${t.name}) between 1 and 60`),
    check('reusable_size', sql`octet_length(${t.fields}::text) <= 65536`),
  ],
);
