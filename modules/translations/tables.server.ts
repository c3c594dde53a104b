import { sql } from 'drizzle-orm';
import { check, index, jsonb, pgSchema, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { moment } from '#platform/base/columns.server';
import type { Locale } from '#platform/base/locale';
import { sides } from '#platform/base/actor';
import { translatorNames } from '#platform/ports/translator';
import { translatedKinds } from './values';

export const translationsSchema = pgSchema('translations');

/**
 * What people wrote in the language of a reader who asked for it, by software; for all readers alike. It goes with what it is
 * a translation of, with either person, and with the patient's consent.
 */
export const translation = translationsSchema.table(
  'translation',
  {
    /** Of the message, offer or review. */
    ofId: uuid('of_id').notNull(),
    locale: text('locale').$type<Locale>().notNull(),
    kind: text('kind', { enum: translatedKinds }).notNull(),
    /** Who wrote it. */
    writtenBy: text('written_by', { enum: sides }).notNull(),
    offerId: uuid('offer_id').notNull(),
    patientId: uuid('patient_id').notNull(),
    clinicId: uuid('clinic_id').notNull(),
    /** SHA-256 of the texts that were sent: once they are others, this is no translation of them. */
    ofTexts: text('of_texts').notNull(),
    /** Each text without contact data, in the order in which they were sent; null while the provider is asked. */
    texts: jsonb('texts').$type<string[]>(),
    /** The language that the provider took the first text to be in; null where it does not say. */
    from: text('from_language'),
    provider: text('provider', { enum: translatorNames }).notNull(),
    /** Who asks: what comes of another asking is not stored. */
    asking: uuid('asking').notNull(),
    /** When it was stored, or asked for. */
    at: moment('at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.ofId, t.locale] }),
    index('translation_patient_idx').on(t.patientId),
    index('translation_clinic_idx').on(t.clinicId),
    index('translation_offer_idx').on(t.offerId),
    check(
      'translation_texts',
      sql`jsonb_array_length(${t.texts}) between 1 and 10 and octet_length(${t.texts}::text) <= 131072`,
    ),
    check('translation_of_texts', sql`${t.ofTexts} ~ '^[0-9a-f]{64}$'`),
  ],
);
