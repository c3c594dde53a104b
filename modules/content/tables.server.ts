import { bigserial, index, integer, jsonb, pgSchema, text } from 'drizzle-orm/pg-core';
import { moment } from '#platform/base/columns.server';

export const contentSchema = pgSchema('content');

/** One part of the public site that staff changed; a part without a row has its default. */
export const contentEntry = contentSchema.table('entry', {
  /** A key of `SiteContent`. */
  key: text('key').primaryKey(),
  /** In the form of that key's schema; a value that no longer fits counts as absent. */
  value: jsonb('value').notNull(),
  /** What staff prepare and only they see; null when there is nothing. */
  draft: jsonb('draft'),
  /** One more with each publication. */
  version: integer('version').notNull().default(1),
  updatedBy: text('updated_by').notNull(),
  updatedAt: moment('updated_at').notNull(),
});

/** Every value that was ever published, for the history and for going back. Append-only by use. */
export const contentRevision = contentSchema.table(
  'revision',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    key: text('key').notNull(),
    version: integer('version').notNull(),
    value: jsonb('value').notNull(),
    by: text('by').notNull(),
    at: moment('at').notNull(),
  },
  (t) => [index('content_revision_key_idx').on(t.key, t.version)],
);
