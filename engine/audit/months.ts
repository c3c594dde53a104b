import { sql } from 'drizzle-orm';
import type { MonthFigure } from '#platform/time/month-series';
import { auditEntry } from './tables.server';

/** How often something was done, as the log says: also where what it was done to is gone since. */
export const loggedPerMonth =
  (action: string, [detail, value]: readonly [name: string, value: string]): MonthFigure =>
  (from, to) =>
    sql`select count(*) from ${auditEntry}
      where ${auditEntry.action} = ${action} and ${auditEntry.at} >= ${from} and ${auditEntry.at} < ${to}
        and ${auditEntry.outcome} = 'ok' and ${auditEntry.facts} ->> ${detail} = ${value}`;
