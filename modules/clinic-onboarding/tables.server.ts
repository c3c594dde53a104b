import { sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  bigserial,
  boolean,
  check,
  date,
  index,
  integer,
  jsonb,
  type PgSchema,
  pgSchema,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { cursorMoment, idOf, moment } from '#platform/base/columns.server';
import type { Specialty } from '#contracts/consultation';
import { newId } from '#platform/base/ids';
import type { FileKind } from '#platform/files/stored';
import type { Doctor } from './profile-schemas';
import type { RegistrationDraft } from './schemas';
import {
  applicationEvents,
  applicationStages,
  approvalStatuses,
  changeStates,
  documentKinds,
  documentReviews,
  experiences,
  legalKinds,
  pictureReviews,
  pictureSizes,
  scanStates,
  verifiedPoints,
} from './values';

/** What approved clinics show of themselves and want changed, in the schema of the module that owns it. */
export function profileTables(
  onboardingSchema: PgSchema<'clinic_onboarding'>,
  clinicId: () => AnyPgColumn,
) {
  /**
   * What an approved clinic wants another of what was verified; hidden until staff have checked it. One waits per point:
   * another one for the same point takes its place. Never changed once it is decided.
   */
  const pointChange = onboardingSchema.table(
    'point_change',
    {
      id: uuid('id').primaryKey().$defaultFn(newId),
      clinicId: uuid('clinic_id').notNull().references(clinicId),
      point: text('point', { enum: verifiedPoints }).notNull(),
      /** As the clinic's row would hold it: a text, or the list of specialties. */
      value: jsonb('value').$type<string | string[]>().notNull(),
      state: text('state', { enum: changeStates }).notNull(),
      askedAt: moment('asked_at').notNull(),
      decidedAt: moment('decided_at'),
      decidedBy: uuid('decided_by'),
      /** Why it was refused; the clinic reads it. */
      reason: text('reason'),
    },
    (t) => [
      uniqueIndex('point_change_waiting_idx')
        .on(t.clinicId, t.point)
        .where(sql`state = 'waiting'`),
      index('point_change_clinic_idx').on(t.clinicId, t.askedAt, t.id),
      check('point_change_decided', sql`(${t.state} = 'waiting') = (${t.decidedAt} is null)`),
      check('point_change_reason', sql`char_length(${t.reason}) <= 2000`),
      check('point_change_value', sql`octet_length(${t.value}::text) <= 4096`),
    ],
  );

  /** A picture of the clinic, or of a doctor of it, for its public page: shown once staff have looked at it. Removed ones keep their row. */
  const clinicPicture = onboardingSchema.table(
    'picture',
    {
      id: uuid('id').primaryKey(),
      clinicId: uuid('clinic_id').notNull().references(clinicId),
      /** The sizes lie below it. */
      storageKey: text('storage_key').notNull().unique(),
      /** Of the full size. */
      width: integer('width').notNull(),
      height: integer('height').notNull(),
      /** Of all sizes. */
      bytes: integer('bytes').notNull(),
      /** As of photos (`pictureHash`): empty when it is too plain to compare, null when it was never measured. */
      pictureHash: text('picture_hash'),
      /** As of photos (`pictureColours`). */
      pictureColours: text('picture_colours'),
      /** Whom it shows, by the name that the clinic gives the doctor; null: its rooms and the house. */
      doctorName: text('doctor_name'),
      review: text('review', { enum: pictureReviews }).notNull(),
      /** Why it is not shown; the clinic reads it. */
      reason: text('reason'),
      reviewedBy: uuid('reviewed_by'),
      reviewedAt: moment('reviewed_at'),
      createdAt: cursorMoment('created_at').notNull(),
      removedAt: moment('removed_at'),
      /** The bytes are gone from the store. */
      erased: boolean('erased').notNull().default(false),
    },
    (t) => [
      index('picture_clinic_idx').on(t.clinicId, t.createdAt, t.id),
      index('picture_left_idx')
        .on(t.id)
        .where(sql`removed_at is not null and not erased`),
      check('picture_reviewed', sql`(${t.review} = 'waiting') = (${t.reviewedAt} is null)`),
      check('picture_reason', sql`char_length(${t.reason}) <= 2000`),
    ],
  );

  /** What a clinic says of itself that nobody verifies, and what it has chosen. Without a row the defaults hold. */
  const clinicProfile = onboardingSchema.table(
    'profile',
    {
      clinicId: uuid('clinic_id').primaryKey().references(clinicId),
      doctors: jsonb('doctors').$type<Doctor[]>().notNull().default([]),
      /** ISO 639-1. */
      languages: text('languages').array().notNull().default([]),
      /** ISO 4217: what its offers start with. */
      currency: text('currency').notNull().default('USD'),
      /** The street is shown on the public page; the city always is. */
      showsAddress: boolean('shows_address').notNull().default(true),
      /** Whom invoices go to; for the clinic itself and staff. */
      billingCompany: text('billing_company').notNull().default(''),
      billingTaxNumber: text('billing_tax_number').notNull().default(''),
      billingAddress: text('billing_address').notNull().default(''),
    },
    (t) => [
      check('profile_currency', sql`${t.currency} ~ '^[A-Z]{3}$'`),
      check('profile_doctors', sql`octet_length(${t.doctors}::text) <= 32768`),
      check('profile_languages', sql`cardinality(${t.languages}) <= 20`),
      check('profile_company', sql`char_length(${t.billingCompany}) <= 150`),
      check('profile_tax_number', sql`char_length(${t.billingTaxNumber}) <= 50`),
      check('profile_billing_address', sql`char_length(${t.billingAddress}) <= 500`),
    ],
  );

  /**
   * Every last part of a public address that a clinic has or had: none is ever given to another clinic. Of a clinic whose
   * account is gone the sha-256 (hex) in its place, and no clinic.
   */
  const publicAddress = onboardingSchema.table(
    'public_address',
    {
      slug: text('slug').primaryKey(),
      clinicId: uuid('clinic_id').references(clinicId),
      since: moment('since').notNull(),
    },
    (t) => [
      index('public_address_clinic_idx').on(t.clinicId),
      check(
        'public_address_slug',
        sql`${t.slug} ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and char_length(${t.slug}) <= 80`,
      ),
    ],
  );

  return { pointChange, clinicPicture, clinicProfile, publicAddress };
}

/**
 * What somebody has typed about a clinic before its registration was complete, by verified phone. Not checked:
 * it goes back into the form it came from. Ends with the registration, or after a week.
 */
export const registrationDraftIn = (onboardingSchema: PgSchema<'clinic_onboarding'>) =>
  onboardingSchema.table(
    'registration_draft',
    {
      /** E.164. */
      phone: text('phone').primaryKey(),
      fields: jsonb('fields').$type<RegistrationDraft>().notNull(),
      /** The open form that wrote last, and its turn. */
      writer: uuid('writer'),
      turn: integer('turn').notNull().default(0),
      savedAt: moment('saved_at').notNull(),
    },
    (t) => [
      index('registration_draft_saved_idx').on(t.savedAt),
      check('registration_draft_size', sql`octet_length(${t.fields}::text) <= 65536`),
    ],
  );

export const onboardingSchema = pgSchema('clinic_onboarding');

/**
 * One clinic and its application. Details are the clinic's; `status`, `stage` and everything below them is
 * written by the flow `clinic-onboarding.application` only, in the transaction of the event.
 */
export const clinic = onboardingSchema.table(
  'clinic',
  {
    /** Also the id of the flow and of the clinic's account. */
    id: uuid('id').primaryKey(),
    /** E.164. */
    phone: text('phone').notNull().unique(),
    clinicName: text('clinic_name').notNull(),
    doctorName: text('doctor_name').notNull(),
    email: text('email').notNull(),
    /** When somebody opened a link in a mail to `email`; null: nobody has proved to read there. */
    emailProvedAt: moment('email_proved_at'),
    address: text('address').notNull(),
    city: text('city').notNull(),
    country: text('country').notNull(),
    website: text('website'),
    specialties: text('specialties').array().$type<Specialty[]>().notNull(),
    licenseNumber: text('license_number').notNull(),
    experience: text('experience', { enum: experiences }).notNull(),
    description: text('description').notNull(),
    registeredAt: cursorMoment('registered_at').notNull(),
    status: text('status', { enum: approvalStatuses }).notNull(),
    /** Null unless pending. */
    stage: text('stage', { enum: applicationStages }),
    /** Since when every required document lies there; null while something is missing. */
    completeAt: moment('complete_at'),
    /** Until when a decision is promised: three business days after `completeAt`. */
    dueAt: moment('due_at'),
    decidedAt: moment('decided_at'),
    /** In the words of whoever rejected or suspended. */
    reason: text('reason'),
    /** `rejected` once or more, and handed in again. */
    resubmissions: integer('resubmissions').notNull().default(0),
    /** The last part of its public address, from its first approval on; earlier ones lie in `public_address`. */
    slug: text('slug'),
    /** Shown in the public directory. Its own page can be read in any case. */
    listed: boolean('listed').notNull().default(true),
    /** Since when something of an approved clinic waits for a check; null while nothing does. */
    checksSince: moment('checks_since'),
    /** The city as people compare it: in either case, Turkish letters without their marks. */
    cityPlain: text('city_plain').generatedAlwaysAs(
      sql`lower(translate(city, 'İIıŞşĞğÇçÖöÜü', 'iiissggccoouu'))`,
    ),
  },
  (t) => [
    // With what lists are searched by, so that a search that many fit is met in the index alone.
    index('clinic_status_idx').on(t.status, t.registeredAt, t.id, t.city, t.specialties),
    index('clinic_status_name_idx').on(t.status, t.clinicName, t.id, t.city, t.specialties),
    index('clinic_status_city_idx').on(t.status, t.city, t.id, t.specialties),
    index('clinic_status_complete_idx').on(t.status, t.completeAt, t.id, t.city, t.specialties),
    index('clinic_status_due_idx').on(t.status, t.dueAt, t.id, t.city, t.specialties),
    index('clinic_status_decided_idx').on(t.status, t.decidedAt, t.id, t.city, t.specialties),
    index('clinic_stage_idx')
      .on(t.stage, t.registeredAt, t.id)
      .where(sql`stage is not null`),
    index('clinic_registered_idx').on(t.registeredAt, t.id),
    index('clinic_words_idx').using(
      'gin',
      t.clinicName.op('gin_trgm_ops'),
      t.doctorName.op('gin_trgm_ops'),
      t.licenseNumber.op('gin_trgm_ops'),
      t.phone.op('gin_trgm_ops'),
      t.city.op('gin_trgm_ops'),
    ),
    index('clinic_license_idx').on(sql`lower(${t.licenseNumber}) text_pattern_ops`),
    index('clinic_queue_idx')
      .on(t.dueAt)
      .where(sql`status = 'pending' and complete_at is not null`),
    index('clinic_specialties_idx').using('gin', t.specialties),
    index('clinic_directory_idx')
      .on(t.registeredAt, t.id)
      .where(sql`status = 'approved' and listed`),
    index('clinic_directory_city_idx')
      .on(t.cityPlain, t.registeredAt, t.id)
      .where(sql`status = 'approved' and listed`),
    // Partial, so that the row can take another one while documents that point at it are being stored.
    uniqueIndex('clinic_slug_idx')
      .on(t.slug)
      .where(sql`slug is not null`),
    index('clinic_checks_idx')
      .on(t.checksSince, t.id)
      .where(sql`checks_since is not null`),
    check('clinic_description_length', sql`char_length(${t.description}) <= 4000`),
    check('clinic_reason_length', sql`char_length(${t.reason}) <= 2000`),
    check('clinic_stage', sql`(${t.status} = 'pending') = (${t.stage} is not null)`),
    check('clinic_specialties', sql`cardinality(${t.specialties}) between 1 and 12`),
  ],
);

/**
 * One uploaded file. Belongs to a verified phone, and to the clinic once that phone has registered one. A
 * removed or replaced file keeps its row (who saw what must stay readable) and loses its bytes.
 */
export const clinicDocument = onboardingSchema.table(
  'document',
  {
    id: uuid('id').primaryKey().$defaultFn(newId),
    /** E.164 of the phone that uploaded it. */
    phone: text('phone').notNull(),
    clinicId: uuid('clinic_id').references(() => clinic.id),
    kind: text('kind', { enum: documentKinds }).notNull(),
    /** As the uploader called it, cleaned, at most 150 characters. */
    name: text('name').notNull(),
    /** By content, never by claim. */
    contentType: text('content_type').notNull(),
    bytes: integer('bytes').notNull(),
    /** Of the stored bytes, hex. */
    sha256: text('sha256').notNull(),
    storageKey: text('storage_key').notNull().unique(),
    scan: text('scan', { enum: scanStates }).notNull(),
    /** Active content that was found and let pass for a person to judge, e.g. `pdf-javascript`. */
    warnings: text('warnings').array().notNull(),
    review: text('review', { enum: documentReviews }).notNull(),
    /** Why it was asked for again or rejected. */
    note: text('note'),
    reviewedBy: uuid('reviewed_by'),
    reviewedAt: moment('reviewed_at'),
    /** Was accepted, and waits to be looked at again: what it proves has changed since. */
    reopenedAt: moment('reopened_at'),
    /** The last day on which it proves anything, as the reviewer read it there; null: it has no end date. */
    validUntil: date('valid_until', { mode: 'string' }),
    /** Its own number, as the reviewer read it there; of kinds that a law asks for. Never shown to the public. */
    number: text('number'),
    /** Who issued it, as it says itself. */
    issuer: text('issuer'),
    /** The day on which staff found it in the issuer's public list; null: not looked up, or not found. */
    foundOn: date('found_on', { mode: 'string' }),
    /** The shortest notice of its end that was given, in days before it; 0: that it is over. */
    noticeGiven: smallint('notice_given'),
    /** A newer one of its kind was accepted in its place; it stays as what was judged by. */
    supersededAt: moment('superseded_at'),
    createdAt: cursorMoment('created_at').notNull(),
    removedAt: moment('removed_at'),
    /** The bytes are gone from the store. */
    erased: boolean('erased').notNull().default(false),
  },
  (t) => [
    index('document_phone_idx').on(t.phone, t.createdAt),
    index('document_clinic_idx').on(t.clinicId, t.createdAt),
    ...Object.entries({ review: t.review, kind: t.kind, scan: t.scan }).flatMap(
      ([name, column]) => [
        // With what most lists leave out, so that they are counted in the index alone.
        index(`document_${name}_created_idx`).on(column, t.createdAt, t.id, t.removedAt),
        index(`document_${name}_name_idx`).on(column, t.name, t.id),
        index(`document_${name}_bytes_idx`).on(column, t.bytes, t.id),
        index(`document_${name}_reviewed_idx`).on(column, t.reviewedAt, t.id),
      ],
    ),
    index('document_kind_review_idx').on(t.kind, t.review, t.createdAt, t.id),
    index('document_scan_review_idx').on(t.scan, t.review, t.createdAt, t.id),
    index('document_scan_kind_idx').on(t.scan, t.kind, t.createdAt, t.id),
    // With all that a list of names is narrowed and sorted by, so that it is made of the index alone.
    index('document_name_idx').on(
      sql`lower(${t.name}) text_pattern_ops`,
      t.id,
      t.createdAt,
      t.kind,
      t.review,
      t.scan,
      t.name,
      t.bytes,
      t.reviewedAt,
      t.removedAt,
      t.clinicId,
    ),
    index('document_removed_idx')
      .on(t.createdAt, t.id, t.kind, t.review, t.scan, t.name, t.bytes, t.reviewedAt, t.clinicId)
      .where(sql`removed_at is not null`),
    index('document_erasable_idx')
      .on(t.id)
      .where(sql`removed_at is not null and not erased`),
    index('document_scan_idx')
      .on(t.createdAt)
      .where(sql`scan = 'pending' and removed_at is null`),
    index('document_end_idx')
      .on(t.validUntil)
      .where(
        sql`review = 'accepted' and valid_until is not null and removed_at is null and superseded_at is null`,
      ),
    check('document_number', sql`char_length(${t.number}) <= 100`),
    check('document_issuer', sql`char_length(${t.issuer}) <= 150`),
    check('document_bytes', sql`${t.bytes} between 1 and 10485760`),
    check('document_name', sql`char_length(${t.name}) between 1 and 150`),
    check('document_note_length', sql`char_length(${t.note}) <= 2000`),
  ],
);

/**
 * Of a kind that the law requires of a clinic which lacks it: the shortest notice that was given of the first day, in days
 * before it; 0: that it has come. Another first day begins anew.
 */
export const requirementNotice = onboardingSchema.table(
  'requirement_notice',
  {
    clinicId: uuid('clinic_id')
      .notNull()
      // A release that does not know these rows yet can still erase their clinic.
      .references(() => clinic.id, { onDelete: 'cascade' }),
    kind: text('kind', { enum: legalKinds }).notNull(),
    fromDay: date('from_day', { mode: 'string' }).notNull(),
    days: smallint('days').notNull(),
  },
  (t) => [primaryKey({ columns: [t.clinicId, t.kind] })],
);

/**
 * What each reviewer was last shown of an application, as versions: a decision that names none is held against it. A
 * log of looks, not of events; it may be emptied, then everybody has to look anew.
 */
export const reviewerView = onboardingSchema.table(
  'reviewer_sight',
  {
    clinicId: idOf('clinic_id', () => clinic.id),
    staffId: uuid('staff_id').notNull(),
    /** The whole application was opened, not only a document of it decided. */
    opened: boolean('opened').notNull(),
    details: text('details').notNull(),
    /** Versions by the documents' ids. */
    documents: jsonb('documents').$type<Record<string, string>>().notNull(),
    at: moment('at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.clinicId, t.staffId] })],
);

/** What staff note about a clinic for each other; the clinic never sees it. Append-only by use. */
export const clinicNote = onboardingSchema.table(
  'note',
  {
    id: uuid('id').primaryKey().$defaultFn(newId),
    clinicId: idOf('clinic_id', () => clinic.id),
    staffId: uuid('staff_id').notNull(),
    text: text('text').notNull(),
    at: moment('at').notNull(),
  },
  (t) => [
    index('note_clinic_idx').on(t.clinicId, t.at),
    check('note_length', sql`char_length(${t.text}) between 1 and 4000`),
  ],
);

/** What happened to an application. Append-only by use. */
export const applicationActivity = onboardingSchema.table(
  'activity',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    clinicId: idOf('clinic_id', () => clinic.id),
    kind: text('kind', { enum: applicationEvents }).notNull(),
    at: moment('at').notNull(),
    /** As in the audit log: `staff:<id>`, `clinic:<id>`, `system:…`. */
    actor: text('actor').notNull(),
    /**
     * `documentId` and `kind`; `reason` or `note` as it was typed for the clinic to read; of changed details the names
     * of the `fields`, of reopened documents their `kinds`, with blanks between them.
     */
    facts: jsonb('facts').$type<Record<string, string>>().notNull().default({}),
  },
  (t) => [
    index('activity_clinic_idx').on(t.clinicId, t.id),
    index('activity_at_idx').on(t.at),
    // For the figures of decisions, in these words.
    index('activity_decided_idx')
      .on(t.at)
      .where(sql`kind in ('approved', 'rejected')`),
  ],
);

export const registrationDraft = registrationDraftIn(onboardingSchema);

export const { pointChange, clinicPicture, clinicProfile, publicAddress } = profileTables(
  onboardingSchema,
  () => clinic.id,
);

/** How documents of clinics lie in the store: one file each. */
export const documentFiles = { table: clinicDocument, prefix: 'document' } satisfies FileKind;

/** How pictures of clinics lie in the store. */
export const pictureFiles = {
  table: clinicPicture,
  prefix: 'clinic-picture',
  sizes: pictureSizes,
} satisfies FileKind;
