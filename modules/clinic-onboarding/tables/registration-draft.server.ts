import { sql } from 'drizzle-orm';
import {
  check,
  index,
  integer,
  jsonb,
  text,
  timestamp,
  uuid,
  type PgSchema,
} from 'drizzle-orm/pg-core';
import type { RegistrationDraft } from '../registration-draft';

const moment = (name: string) => timestamp(name, { withTimezone: true });

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
