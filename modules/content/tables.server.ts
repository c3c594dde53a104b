import { jsonb, pgSchema, text, timestamp } from 'drizzle-orm/pg-core';

export const contentSchema = pgSchema('content');

/** One part of the public site that staff changed; a part without a row has its default. */
export const contentEntry = contentSchema.table('entry', {
  /** A key of `SiteContent`. */
  key: text('key').primaryKey(),
  /** In the form of that key's schema; a value that no longer fits counts as absent. */
  value: jsonb('value').notNull(),
  updatedBy: text('updated_by').notNull(),
  updatedAt: timestamp('updated_at', { withTimezone: true }).notNull(),
});
