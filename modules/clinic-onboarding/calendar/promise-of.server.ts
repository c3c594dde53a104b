import { DateTime } from 'luxon';
import { days } from '#platform/base/duration';
import type { Ctx } from '#platform/context';
import { readSetting } from '#platform/settings/settings';
import type { ReviewPromise } from '../review-promise';
import { teamCalendar } from '#platform/settings/team-calendar';
import { reviewWindows } from '../settings';
import { businessDaysAfter, type BusinessCalendar } from '#platform/time/business-time';

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
