import { sql } from 'drizzle-orm';
import type { Ctx } from '#platform/context';
import { AppError } from '#platform/base/errors';

/** The day by which verifications end, in UTC: a document proves something until its last day is over everywhere near it. */
export const sqlToday = sql<string>`(platform.now() at time zone 'UTC')::date`;

/** {@link sqlToday} as YYYY-MM-DD, for statements that are sent in any case. */
export const sqlTodayText = sql<string>`${sqlToday}::text`;

/** {@link sqlTodayText} as a value. */
export async function today({ db }: Pick<Ctx, 'db'>): Promise<string> {
  const { rows } = await db.execute<{ day: string }>(sql`select ${sqlTodayText} as day`);
  return rows[0]!.day;
}

const farthestYears = 50;

/** @throws AppError `validation_failed` for a day that is over, or that nobody can have read on a document */
export async function requireComingDay(ctx: Ctx, day: string): Promise<void> {
  const from = await today(ctx);
  const last = `${Number(from.slice(0, 4)) + farthestYears}${from.slice(4)}`;
  if (day < from || day > last)
    throw new AppError('validation_failed', {
      fields: { validUntil: ['onboarding.error.valid_until'] },
    });
}
