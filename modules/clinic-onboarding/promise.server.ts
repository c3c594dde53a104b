import { sql } from 'drizzle-orm';
import { DateTime } from 'luxon';
import { days } from '#platform/base/duration';
import { AppError } from '#platform/base/errors';
import type { Ctx, TxCtx } from '#platform/context';
import { readSetting } from '#platform/settings/settings';
import { teamCalendar } from '#platform/settings/team-calendar';
import { type BusinessCalendar, businessDaysAfter } from '#platform/time/business-time';
import { now } from '#platform/time/clock';
import type { ReviewClocks } from './application.machine';
import { reviewWindows } from './rules';
import type { ReviewPromise } from './schemas';

/** How the clocks of an application run that becomes complete in this transaction. */
export async function reviewClocks(ctx: TxCtx): Promise<ReviewClocks> {
  const { reminder, escalation, businessDays } = await readSetting(ctx, reviewWindows);
  const at = await now(ctx);
  const due = businessDaysAfter(await readSetting(ctx, teamCalendar), at, businessDays);
  return { reminder, escalation, breach: due.getTime() - at.getTime() };
}

/** Of one review; both null while its clocks stand still. */
interface Clocks {
  readonly completeAt: Date | null;
  readonly dueAt: Date | null;
}

/** The day that is over at `moment`: a deadline at midnight belongs to the day before it. */
const lastDayOf = ({ timeZone }: BusinessCalendar, moment: Date): string =>
  DateTime.fromMillis(moment.getTime() - 1, { zone: timeZone }).toISODate()!;

/**
 * How reviews are promised in days, by the settings of now: the escalation window counted in business days is
 * what a clinic may expect, the end of the review's own clock is the latest.
 */
export async function readPromises(ctx: Ctx): Promise<(clocks: Clocks) => ReviewPromise | null> {
  const calendar = await readSetting(ctx, teamCalendar);
  const { escalation } = await readSetting(ctx, reviewWindows);
  const expected = Math.max(1, Math.ceil(escalation / days(1)));
  return ({ completeAt, dueAt }) => {
    if (!completeAt || !dueAt) return null;
    const by = lastDayOf(calendar, businessDaysAfter(calendar, completeAt, expected));
    const latest = lastDayOf(calendar, dueAt);
    return { by: by < latest ? by : latest, latest };
  };
}

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
