import { index, integer, text, uuid, type PgSchema } from 'drizzle-orm/pg-core';
import { moment } from './kit';

/** What somebody whose phone is verified has typed of their profile so far; gone with the registration, or after a day. */
export const profileDraftIn = (identitySchema: PgSchema<'identity'>) =>
  identitySchema.table(
    'profile_draft',
    {
      /** E.164. */
      phone: text('phone').primaryKey(),
      firstName: text('first_name').notNull(),
      lastName: text('last_name').notNull(),
      email: text('email').notNull(),
      /** The open form that wrote last, and its turn. */
      writer: uuid('writer'),
      turn: integer('turn').notNull().default(0),
      savedAt: moment('saved_at').notNull(),
    },
    (t) => [index('profile_draft_saved_idx').on(t.savedAt)],
  );
