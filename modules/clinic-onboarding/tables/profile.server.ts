import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  index,
  integer,
  jsonb,
  text,
  timestamp,
  uniqueIndex,
  uuid,
  type AnyPgColumn,
  type PgSchema,
} from 'drizzle-orm/pg-core';
import { newId } from '#platform/base/ids';
import type { Doctor } from '../profile-fields';
import { changeStates, pictureReviews, verifiedPoints } from '../status';

const moment = (name: string) => timestamp(name, { withTimezone: true });

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
      /** Whom it shows, by the name that the clinic gives the doctor; null: its rooms and the house. */
      doctorName: text('doctor_name'),
      review: text('review', { enum: pictureReviews }).notNull(),
      /** Why it is not shown; the clinic reads it. */
      reason: text('reason'),
      reviewedBy: uuid('reviewed_by'),
      reviewedAt: moment('reviewed_at'),
      createdAt: timestamp('created_at', { withTimezone: true, precision: 3 }).notNull(),
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
