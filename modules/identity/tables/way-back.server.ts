import { sql } from 'drizzle-orm';
import { check, index, text, uniqueIndex, uuid, type PgSchema } from 'drizzle-orm/pg-core';
import { moment } from './kit';

/** What a way back gives: another number for an account that is off its own, or the second proof of a silent one. */
const waysBack = ['number', 'proof'] as const;

/**
 * Ways back into an account that two of the team open together: one asks, another one confirms. At most one is asked for
 * per account; a later asking takes the place of an earlier one, and has an id of its own that is confirmed.
 */
export const wayBackIn = (identitySchema: PgSchema<'identity'>) =>
  identitySchema.table(
    'way_back',
    {
      id: uuid('id').primaryKey(),
      principal: text('principal', { enum: ['patient', 'clinic'] }).notNull(),
      accountId: uuid('account_id').notNull(),
      kind: text('kind', { enum: waysBack }).notNull(),
      /** E.164: the number that the account is to have; null for a proof, and once it was given or dropped. */
      phone: text('phone'),
      askedBy: uuid('asked_by').notNull(),
      askedAt: moment('asked_at').notNull(),
      /** Until when it may be confirmed, and from then on until when it may be used. */
      expiresAt: moment('expires_at').notNull(),
      confirmedBy: uuid('confirmed_by'),
      confirmedAt: moment('confirmed_at'),
      /** A number was given, or the proof was good for a sign-in. */
      usedAt: moment('used_at'),
      droppedAt: moment('dropped_at'),
    },
    (t) => [
      uniqueIndex('way_back_open_idx')
        .on(t.accountId, t.principal)
        .where(sql`used_at is null and dropped_at is null`),
      index('way_back_asked_idx').on(t.askedAt),
      check('way_back_two_people', sql`${t.confirmedBy} <> ${t.askedBy}`),
      check('way_back_confirmed', sql`(${t.confirmedBy} is null) = (${t.confirmedAt} is null)`),
    ],
  );
