import { photoSizes, photoSlots } from './catalogue';
import { sql } from 'drizzle-orm';
import {
  bigint,
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
import { moment } from '#platform/base/columns.server';
import { newId } from '#platform/base/ids';
import { quarterOf } from '#platform/files/likeness';
import type { FileKind } from '#platform/files/stored';
import type { ChosenClinic, DraftFields } from './schemas';

export const consultationSchema = pgSchema('consultation');

/**
 * What a patient has entered in the wizard so far: one open row per patient. A submitted row stays without
 * its fields, so that a second submission of the same draft finds the lead that it became.
 */
export const draft = consultationSchema.table(
  'draft',
  {
    id: uuid('id').primaryKey().$defaultFn(newId),
    patientId: uuid('patient_id').notNull(),
    /** Raised by every change of `fields`; distinguishes two tabs. */
    version: integer('version').notNull(),
    /** The version at which the free texts of step 6 last changed. */
    detailsVersion: integer('details_version').notNull(),
    /** The open form that wrote step 6 last, and its turn: distinguishes its own saves from those of another tab. */
    detailsWriter: uuid('details_writer'),
    detailsTurn: integer('details_turn').notNull().default(0),
    /** 1 to 7: the step that the patient left. */
    step: smallint('step').notNull(),
    fields: jsonb('fields').$type<DraftFields>().notNull(),
    /** Clinics that the request is to ask; of a submitted draft those that could not be asked. */
    clinics: jsonb('clinics')
      .$type<ChosenClinic[]>()
      .notNull()
      .default(sql`'[]'::jsonb`),
    leadId: uuid('lead_id'),
    createdAt: moment('created_at').notNull(),
    updatedAt: moment('updated_at').notNull(),
    submittedAt: moment('submitted_at'),
  },
  (t) => [
    uniqueIndex('draft_open_per_patient')
      .on(t.patientId)
      .where(sql`${t.submittedAt} is null`),
    index('draft_lead_idx').on(t.leadId),
    index('draft_open_updated_idx')
      .on(t.updatedAt)
      .where(sql`${t.submittedAt} is null`),
    check('draft_step', sql`${t.step} between 1 and 7`),
    check('draft_clinics', sql`jsonb_array_length(${t.clinics}) <= 3`),
    check('draft_submitted', sql`(${t.leadId} is null) = (${t.submittedAt} is null)`),
  ],
);

/**
 * One photo of a patient: re-encoded pictures in three sizes lie in the store under `storage_key`.
 * Belongs to the open draft, to one lead, or (uploaded through the API) to neither yet.
 */
export const photo = consultationSchema.table(
  'photo',
  {
    id: uuid('id').primaryKey().$defaultFn(newId),
    ownerId: uuid('owner_id').notNull(),
    draftId: uuid('draft_id'),
    leadId: uuid('lead_id'),
    /** Prefix of the stored sizes: `photo/<uuid>`; random, never shown to anybody. */
    storageKey: text('storage_key').notNull().unique(),
    /** The owner's name for the file, cleaned; shown to nobody but the owner. */
    name: text('name').notNull(),
    width: integer('width').notNull(),
    height: integer('height').notNull(),
    /** Bytes of all sizes together, for the owner's quota. */
    bytes: bigint('bytes', { mode: 'number' }).notNull(),
    /** sha-256 of the uploaded bytes, in hex. */
    contentHash: text('content_hash').notNull(),
    /** 64 bits of the picture's gradients, in hex; null when the picture is too plain to compare. */
    pictureHash: text('picture_hash'),
    /** 3 × 3 colours, in hex (`pictureColours`); null for a photo of before. */
    pictureColours: text('picture_colours'),
    /** The view that its patient took it for; null without one. */
    slot: text('slot', { enum: photoSlots }),
    /** As `platform/files/picture-score` measures them; null for a photo of before. */
    sharpness: integer('sharpness'),
    light: smallint('light'),
    /** The check-in after the treatment that it was taken for; null for a photo of the request itself. */
    checkInId: uuid('check_in_id'),
    /** Of a check-in: the patient lets the clinic see it. */
    isShared: boolean('is_shared').notNull().default(false),
    createdAt: moment('created_at').notNull(),
    /** When it was attached to its lead; gives the order there with `createdAt`. */
    attachedAt: moment('attached_at'),
  },
  (t) => [
    index('photo_owner_idx').on(t.ownerId, t.createdAt),
    index('photo_lead_idx').on(t.leadId),
    index('photo_content_idx').on(t.contentHash),
    // The four quarters of the hash: two that differ in three bits at most have one in common.
    index('photo_picture_1_idx').on(quarterOf(t.pictureHash, 1)),
    index('photo_picture_2_idx').on(quarterOf(t.pictureHash, 2)),
    index('photo_picture_3_idx').on(quarterOf(t.pictureHash, 3)),
    index('photo_picture_4_idx').on(quarterOf(t.pictureHash, 4)),
    index('photo_draft_idx').on(t.draftId),
    check('photo_name_length', sql`char_length(${t.name}) <= 150`),
    check('photo_score', sql`(${t.sharpness} is null) = (${t.light} is null)`),
    check('photo_check_in', sql`${t.checkInId} is null or ${t.leadId} is not null`),
    check('photo_attached', sql`(${t.leadId} is null) = (${t.attachedAt} is null)`),
  ],
);

const photoId = uuid('photo_id')
  .notNull()
  .references(() => photo.id, { onDelete: 'cascade' });

/**
 * How often a clinic opened a photo while it was of a request, in any size. Written before the bytes go, so never less than
 * they went. A photo may move on to another request.
 */
export const photoView = consultationSchema.table(
  'photo_view',
  {
    photoId,
    clinicId: uuid('clinic_id').notNull(),
    leadId: uuid('lead_id').notNull(),
    times: integer('times').notNull(),
    firstAt: moment('first_at').notNull(),
    lastAt: moment('last_at').notNull(),
    /** Begin of the hour of the last view, and how many the last member had in it: the first of a member and hour is in the audit log. */
    hour: moment('hour').notNull(),
    timesInHour: integer('times_in_hour').notNull(),
    /** Who of the clinic's team looked last; null before clinics had teams. */
    memberId: uuid('member_id'),
  },
  (t) => [
    primaryKey({ columns: [t.photoId, t.leadId, t.clinicId] }),
    index('photo_view_lead_idx').on(t.leadId, t.lastAt),
    check('photo_view_times', sql`${t.timesInHour} between 1 and ${t.times}`),
  ],
);

/** A clinic that may not see the photos of a request any more, because its patient said so. */
export const photoAccessEnd = consultationSchema.table(
  'photo_sight_end',
  {
    leadId: uuid('lead_id').notNull(),
    clinicId: uuid('clinic_id').notNull(),
    at: moment('at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.leadId, t.clinicId] })],
);

/** The sizes of a photo with the mark of one clinic: all that this clinic ever gets. Made at its first view. */
export const photoCopy = consultationSchema.table(
  'photo_copy',
  {
    photoId,
    clinicId: uuid('clinic_id').notNull(),
    leadId: uuid('lead_id').notNull(),
    /** Prefix of the stored sizes: `photo-copy/<uuid>`; random, never shown to anybody. */
    storageKey: text('storage_key').notNull().unique(),
    /** Of all sizes together. */
    bytes: bigint('bytes', { mode: 'number' }).notNull(),
    /** The day that the mark names: of the clinic's first view, in UTC. */
    day: date('day', { mode: 'string' }).notNull(),
    madeAt: moment('made_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.photoId, t.leadId, t.clinicId] }),
    index('photo_copy_lead_idx').on(t.leadId),
    index('photo_copy_made_idx').on(t.madeAt),
  ],
);

/** How photos, and clinics' copies of them, lie in the store. */
export const photoFiles = { table: photo, prefix: 'photo', sizes: photoSizes } satisfies FileKind;
export const copyFiles = {
  table: photoCopy,
  prefix: 'photo-copy',
  sizes: photoSizes,
} satisfies FileKind;
