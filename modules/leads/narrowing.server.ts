import { and, eq, ilike, inArray, or, sql, type SQL } from 'drizzle-orm';
import { priorityOf, timelines, type Priority } from '#contracts/consultation';
import { isAmong } from '#platform/list-query';
import { budgetsOfBucket, categoryOfFilter, type DateRange } from './clinic-filters';
import type { ClinicLeadsQuery } from './clinic-dto';
import { lead } from './tables.server';

/** `patientIds` are those whose name fits `q`: names are not this module's. */
export type NarrowedQuery = ClinicLeadsQuery & { readonly patientIds?: readonly string[] };

/** What a clinic's list is narrowed by, beyond what matches; nothing when nothing is asked for. */
export function narrowedBy(query: NarrowedQuery): SQL | undefined {
  const { treatment, location, priority, budget, date } = query;
  return and(
    wordsIn(query),
    treatment && eq(lead.treatment, categoryOfFilter[treatment]),
    location && sql`${location}::text = any(${lead.locations})`,
    priority && ofPriority(priority),
    budget && inArray(lead.budget, [...budgetsOfBucket[budget]]),
    date && published[date],
  );
}

function wordsIn({ q, patientIds = [] }: NarrowedQuery): SQL | undefined {
  if (!q) return undefined;
  const like = `%${q.replace(/[\\%_]/g, '\\$&')}%`;
  return or(
    ilike(lead.treatment, like),
    ilike(lead.subTreatment, like),
    ilike(lead.bodyArea, like),
    sql`array_to_string(${lead.locations}, ', ') ilike ${like}`,
    patientIds.length > 0 ? isAmong(lead.patientId, patientIds) : undefined,
  );
}

function ofPriority(priority: Priority): SQL {
  const wanted = timelines.filter((timeline) => priorityOf(timeline) === priority);
  const untimed = priority === priorityOf(null) ? sql` or ${lead.timeline} is null` : sql``;
  return sql`(${inArray(lead.timeline, wanted)}${untimed})`;
}

const since = (unit: 'day' | 'week' | 'month', more = sql``): SQL =>
  sql`${lead.publishedAt} >= (date_trunc(${unit}::text, platform.now() at time zone 'UTC')${more}) at time zone 'UTC'`;

const published: Record<DateRange, SQL> = {
  today: since('day'),
  yesterday: sql`${since('day', sql` - interval '1 day'`)} and not ${since('day')}`,
  'this-week': since('week'),
  'this-month': since('month'),
};
