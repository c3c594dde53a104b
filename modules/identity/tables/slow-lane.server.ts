import { sql } from 'drizzle-orm';
import { index, text, uniqueIndex, uuid, type PgSchema } from 'drizzle-orm/pg-core';
import { newId } from '#platform/base/ids';
import { bytes, moment } from './kit';

/**
 * Browsers that wait for their turn because they cannot work for a code (security 13), one lane per dial code,
 * in the order of `since`. Who is not seen for a minute, or lets their turn pass, holds nobody up. Kept an hour.
 */
export const slowLanePlaceIn = (schema: PgSchema<'identity'>) =>
  schema.table(
    'slow_lane_place',
    {
      id: uuid('id').primaryKey().$defaultFn(newId),
      role: text('role', { enum: ['patient', 'clinic'] }).notNull(),
      /** E.164. */
      phone: text('phone').notNull(),
      dialCode: text('dial_code').notNull(),
      /** sha-256 of the challenge cookie of the browser that waits. */
      browserHash: bytes('browser_hash').notNull(),
      since: moment('since').notNull(),
      seenAt: moment('seen_at').notNull(),
      /** Since when it is its turn. */
      dueAt: moment('due_at'),
      usedAt: moment('used_at'),
    },
    (t) => [
      uniqueIndex('slow_lane_place_once_idx')
        .on(t.browserHash, t.role)
        .where(sql`${t.usedAt} is null`),
      index('slow_lane_place_lane_idx').on(t.dialCode, t.since),
      index('slow_lane_place_seen_idx').on(t.seenAt),
    ],
  );
