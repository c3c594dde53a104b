import { boolean, index, integer, text } from 'drizzle-orm/pg-core';
import { moment } from '#platform/base/columns.server';
import { platformSchema } from '../../database/schema';

/**
 * One row per limited thing. `times` are the points taken within the window, oldest first, `members` keyed
 * hashes of what each stands for. Rows whose `expires_at` has passed may go at any time.
 */
export const rateLimit = platformSchema.table(
  'rate_limit',
  {
    /** Rule and a keyed hash of what is limited: no phone, no address. */
    key: text('key').primaryKey(),
    members: text('members').array().notNull(),
    times: moment('times').array().notNull(),
    /** Whether the last try got its point. */
    allowed: boolean('allowed').notNull(),
    expiresAt: moment('expires_at').notNull(),
  },
  (t) => [index('rate_limit_expires_idx').on(t.expiresAt)],
);

/**
 * Hits within a window, over all processes (`SharedCount`). Unlogged: lost in a crash, it costs everybody nothing but a
 * window that begins anew. Rows whose `ends_at` has passed may go at any time.
 */
export const requestCount = platformSchema.table(
  'request_count',
  {
    /** Rule and a keyed hash of the address. */
    key: text('key').primaryKey(),
    hits: integer('hits').notNull(),
    endsAt: moment('ends_at').notNull(),
  },
  (t) => [index('request_count_ends_idx').on(t.endsAt)],
);
