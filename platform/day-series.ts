import { sql, type AnyColumn, type SQL } from 'drizzle-orm';
import type { Ctx } from './context';

/** How many rows fell on each of the last thirty days (UTC), oldest first; a day without any counts zero. */
export async function perDay(
  ctx: Ctx,
  at: AnyColumn,
  where: SQL = sql`true`,
): Promise<Array<{ day: string; count: number }>> {
  const today = sql`date_trunc('day', platform.now() at time zone 'UTC')`;
  const first = sql`${today} - interval '29 days'`;
  const { rows } = await ctx.db.execute<{ day: string; count: number }>(sql`
    with counted as (
      select date_trunc('day', ${at} at time zone 'UTC') as day, count(*)::int as count
      from ${at.table} where ${at} >= (${first}) at time zone 'UTC' and ${where} group by 1)
    select to_char(d.day, 'YYYY-MM-DD') as day, coalesce(counted.count, 0) as count
    from generate_series(${first}, ${today}, interval '1 day') as d(day)
    left join counted on counted.day = d.day order by d.day`);
  return rows;
}
