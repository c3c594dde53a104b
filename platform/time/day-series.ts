import { sql, type AnyColumn, type SQL } from 'drizzle-orm';
import type { Ctx } from '../context';
import { dayFigure } from '../database/tables.server';

/** A day is kept once it has been over for this long: whatever began before it ended is committed by then. */
const settled = sql`interval '1 hour'`;

/**
 * How many rows fell on each of the last thirty days (UTC), oldest first; a day without any counts zero. What happened on
 * a day that is over is counted once and kept under the name of the series: `at` is an instant whose figure does not change.
 */
export async function perDay(
  ctx: Ctx,
  series: string,
  at: AnyColumn,
  where: SQL = sql`true`,
): Promise<Array<{ day: string; count: number }>> {
  const today = sql`date_trunc('day', platform.now() at time zone 'UTC')`;
  const { rows } = await ctx.db.execute<Counted>(sql`
    select to_char(d.day, 'YYYY-MM-DD') as day, kept.count is null
        and (d.day + interval '1 day') at time zone 'UTC' <= platform.now() - ${settled} as "isNew",
      coalesce(kept.count, (select count(*)::int from ${at.table}
        where ${at} >= d.day at time zone 'UTC' and ${at} < (d.day + interval '1 day') at time zone 'UTC' and ${where})) as count
    from generate_series(${today} - interval '29 days', ${today}, interval '1 day') as d(day)
    left join ${dayFigure} as kept on kept.series = ${series} and kept.day = d.day::date
    order by d.day`);
  const fresh = rows.filter(({ isNew }) => isNew);
  if (fresh.length > 0)
    await ctx.db
      .insert(dayFigure)
      .values(fresh.map(({ day, count }) => ({ series, day, count })))
      .onConflictDoNothing();
  return rows.map(({ day, count }) => ({ day, count }));
}

type Counted = { day: string; count: number; isNew: boolean };
