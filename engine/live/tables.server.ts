import { bigserial, index, jsonb, pgSchema, text } from 'drizzle-orm/pg-core';
import { moment } from '#platform/base/columns.server';

export const liveSchema = pgSchema('live');

/**
 * What was sent to open pages lately, so that one that was away for a moment hears it after all. Ids rise in
 * the order of commit per principal. Kept a day. Partitioned by ranges of ids, of which `live.turn_events` begins another
 * one each hour; whoever reads says after which id, and comes to no partition before it.
 */
export const event = liveSchema.table(
  'event',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    /** `patient:<id>`, `clinic:<id>`, `staff`. */
    principal: text('principal').notNull(),
    type: text('type').notNull(),
    data: jsonb('data').$type<Record<string, string | number | null>>().notNull(),
    at: moment('at').notNull(),
  },
  (t) => [index('event_principal_idx').on(t.principal, t.id)],
);
