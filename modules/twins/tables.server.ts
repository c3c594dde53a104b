import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  index,
  integer,
  pgSchema,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { cursorMoment, moment } from '#platform/base/columns.server';
import { newId } from '#platform/base/ids';
import { quarterOf } from '#platform/files/likeness';
import { findingStates, markKinds, otherKinds } from './values';

export const twinsSchema = pgSchema('twins');

/**
 * One thing by which a clinic, or a photo of a patient, is known again: a value without case, spaces and dashes, or a hash.
 * A copy: the truth lies in the modules that own clinics and photos. Never changed, only added and removed.
 */
export const mark = twinsSchema.table(
  'mark',
  {
    id: uuid('id').primaryKey().$defaultFn(newId),
    kind: text('kind', { enum: markKinds }).notNull(),
    /** The clinic; of a photo its patient. */
    ownerId: uuid('owner_id').notNull(),
    /** The row that has it: document, picture or photo; of what a clinic says of itself the clinic. */
    sourceId: uuid('source_id').notNull(),
    /** The request that a photo is in. */
    leadId: uuid('lead_id'),
    /** The photo was taken for a view: another person in the same view looks much alike. */
    guided: boolean('guided').notNull().default(false),
    /**
     * The value itself; of a document the sha-256, of a picture 16 hex digits (`pictureHash`), of a description its
     * signature (`rules.ts`).
     */
    value: text('value').notNull(),
    /** Of a picture, as `pictureColours` says them; null for one of before. */
    colours: text('colours'),
    /** Of a description what it is found by. */
    bands: integer('bands').array(),
    createdAt: moment('created_at').notNull(),
  },
  (t) => [
    uniqueIndex('mark_owner_idx')
      .on(t.ownerId, t.kind, t.value)
      .where(sql`kind <> 'photo'`),
    uniqueIndex('mark_photo_idx')
      .on(t.sourceId)
      .where(sql`kind = 'photo'`),
    index('mark_patient_idx')
      .on(t.ownerId)
      .where(sql`kind = 'photo'`),
    index('mark_value_idx').on(t.kind, t.value, t.ownerId),
    // Two hashes that differ in three bits at most have one of their quarters in common.
    ...([1, 2, 3, 4] as const).map((n) =>
      index(`mark_quarter_${n}_idx`)
        .on(t.kind, quarterOf(t.value, n))
        .where(sql`kind in ('picture', 'photo')`),
    ),
    index('mark_bands_idx')
      .using('gin', t.bands)
      // What waits in its list of additions would be read through by each look.
      .with({ fastupdate: false })
      .where(sql`bands is not null`),
    index('mark_lead_idx')
      .on(t.leadId)
      .where(sql`lead_id is not null`),
    check('mark_value', sql`char_length(${t.value}) between 1 and 400`),
    check('mark_lead', sql`(${t.kind} = 'photo') = (${t.leadId} is not null)`),
  ],
);

/**
 * What two share that should not: two clinics, a clinic and a patient, or a clinic and one that is gone. Found once; decided
 * by staff, with a reason. Goes with the account of either.
 */
export const finding = twinsSchema.table(
  'finding',
  {
    id: uuid('id').primaryKey().$defaultFn(newId),
    kind: text('kind', { enum: markKinds }).notNull(),
    /** Of two clinics the one with the lesser id. */
    clinicId: uuid('clinic_id').notNull(),
    otherKind: text('other_kind', { enum: otherKinds }).notNull(),
    /** The other clinic, the patient, or what keyed hashes of a clinic that is gone have in common. */
    otherId: uuid('other_id').notNull(),
    /** Document or picture of either; the patient's photo. */
    sourceId: uuid('source_id').notNull(),
    otherSourceId: uuid('other_source_id'),
    /** What makes it this finding and no other of the two: their hashes or the value, as a sha-256 in hex. */
    fingerprint: text('fingerprint').notNull(),
    /** Licence, phone or website, which is the same of both. */
    shared: text('shared'),
    /** Bits of 64 in which the hashes of two pictures differ. */
    distance: smallint('distance'),
    /** Others have the same, of whom no finding was written. */
    more: boolean('more').notNull(),
    foundAt: cursorMoment('found_at').notNull(),
    state: text('state', { enum: findingStates }).notNull(),
    decidedAt: moment('decided_at'),
    decidedBy: uuid('decided_by'),
    /** For the review team. */
    reason: text('reason'),
  },
  (t) => [
    uniqueIndex('finding_once_idx').on(t.clinicId, t.otherId, t.kind, t.fingerprint),
    index('finding_clinic_idx').on(t.clinicId, t.foundAt, t.id),
    index('finding_other_idx').on(t.otherId, t.foundAt, t.id),
    index('finding_found_idx').on(t.foundAt, t.id),
    index('finding_state_idx').on(t.state, t.foundAt, t.id),
    index('finding_photo_idx')
      .on(t.otherSourceId)
      .where(sql`other_kind = 'patient'`),
    check('finding_decided', sql`(${t.state} = 'open') = (${t.decidedAt} is null)`),
    check('finding_reason', sql`char_length(${t.reason}) <= 2000`),
  ],
);

/** Two clinics of one company: nothing that they share is found again. The lesser id comes first. */
export const branch = twinsSchema.table(
  'branch',
  {
    clinicId: uuid('clinic_id').notNull(),
    otherId: uuid('other_id').notNull(),
    at: moment('at').notNull(),
    by: uuid('by').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.clinicId, t.otherId] }),
    index('branch_other_idx').on(t.otherId),
    check('branch_order', sql`${t.clinicId} < ${t.otherId}`),
  ],
);

/** Of a clinic whose account is gone, for 24 months: keyed hashes of its licence and documents, from which nothing can be read. */
export const goneMark = twinsSchema.table(
  'gone_mark',
  {
    /** The same for all of one clinic, and made of its id with the product's secret. */
    goneId: uuid('gone_id').notNull(),
    kind: text('kind', { enum: markKinds }).notNull(),
    /** HMAC-SHA-256 of kind and value, base64url. */
    keyedHash: text('keyed_hash').notNull(),
    leftAt: moment('left_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.goneId, t.kind, t.keyedHash] }),
    index('gone_mark_hash_idx').on(t.keyedHash),
    index('gone_mark_left_idx').on(t.leftAt),
  ],
);

/** How far the job has come that makes marks of rows from before there were any; one row for clinics, one for photos. */
export const fill = twinsSchema.table('fill', {
  source: text('source', { enum: ['clinics', 'photos'] }).primaryKey(),
  /** The last row that was looked at; null: none yet. */
  after: uuid('after'),
  done: boolean('done').notNull().default(false),
});
