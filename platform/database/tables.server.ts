import { date, integer, jsonb, primaryKey, text } from 'drizzle-orm/pg-core';
import { moment } from '#platform/base/columns.server';
import { platformSchema } from './schema';

/** Settings that staff can change at run time; a key without a row has the default of its definition. */
export const setting = platformSchema.table('setting', {
  key: text('key').primaryKey(),
  value: jsonb('value').notNull(),
  updatedBy: text('updated_by').notNull(),
  updatedAt: moment('updated_at').notNull(),
});

/** What was counted of a day that is over, for the console's charts; a row may go at any time and is counted anew. */
export const dayFigure = platformSchema.table(
  'day_figure',
  {
    /** `leads`, `approvals`: the name of the chart. */
    series: text('series').notNull(),
    /** UTC. */
    day: date('day').notNull(),
    count: integer('count').notNull(),
  },
  (t) => [primaryKey({ columns: [t.series, t.day] })],
);
