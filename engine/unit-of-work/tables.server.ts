import { index, text } from 'drizzle-orm/pg-core';
import { moment } from '#platform/base/columns.server';
import { platformSchema } from '#platform/database/schema';

/**
 * One row per honoured Idempotency-Key: what the first request with it made. Kept 24 hours; holds ids and
 * hashes only, since an answer of ours may hold health data.
 */
export const idempotencyKey = platformSchema.table(
  'idempotency_key',
  {
    /** sha-256 over actor, call and key. */
    id: text('id').primaryKey(),
    /** sha-256 over the input and the key, to recognise another request under the same key. */
    fingerprint: text('fingerprint').notNull(),
    /** Id of what was made; null never, but in rows from before ids were proposed. */
    made: text('made'),
    createdAt: moment('created_at').notNull(),
  },
  (t) => [index('idempotency_key_created_idx').on(t.createdAt)],
);
