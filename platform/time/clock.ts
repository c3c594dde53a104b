import { sql } from 'drizzle-orm';
import type { Ctx } from '../context';

/**
 * The time that rules go by: the database's, so that two hosts never disagree, moved by the offset in
 * `platform.clock` in tests. Use it in SQL wherever a rule compares times; `now()` is for logs only.
 */
export const sqlNow = sql<Date>`platform.now()`;

/** {@link sqlNow} as a value; stays the same within one transaction. */
export async function now(ctx: Pick<Ctx, 'db'>): Promise<Date> {
  const { rows } = await ctx.db.execute<{ now: string }>(sql`select platform.now()::text as now`);
  return new Date(rows[0]!.now);
}

/** The day by which last days are judged, in UTC: what ends on a day ends when that day is over. */
export const sqlToday = sql<string>`(platform.now() at time zone 'UTC')::date`;

/** {@link sqlToday} as YYYY-MM-DD, for statements that are sent in any case. */
export const sqlTodayText = sql<string>`${sqlToday}::text`;

/** {@link sqlTodayText} as a value. */
export async function today({ db }: Pick<Ctx, 'db'>): Promise<string> {
  const { rows } = await db.execute<{ day: string }>(sql`select ${sqlTodayText} as day`);
  return rows[0]!.day;
}
