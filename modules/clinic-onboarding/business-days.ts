import { DateTime, IANAZone } from 'luxon';

export interface BusinessCalendar {
  /** IANA name. */
  readonly timeZone: string;
  /** ISO dates. */
  readonly holidays: readonly string[];
  /** 1 is Monday, 7 Sunday; at least one. */
  readonly workdays: readonly number[];
}

export const isTimeZone = (name: string): boolean => IANAZone.isValidZone(name);

/**
 * The moment `count` business days after `from`: the same time of day in the calendar's zone. What comes in on
 * a day off counts as come in when the next business day begins.
 */
export function businessDaysAfter(calendar: BusinessCalendar, from: Date, count: number): Date {
  const local = DateTime.fromJSDate(from, { zone: calendar.timeZone });
  const start = isBusinessDay(calendar, local)
    ? local
    : nthBusinessDay(calendar, local, 1).startOf('day');
  return nthBusinessDay(calendar, start, count).toJSDate();
}

const isBusinessDay = ({ workdays, holidays }: BusinessCalendar, day: DateTime): boolean =>
  workdays.includes(day.weekday) && !holidays.includes(day.toISODate() ?? '');

// Counted from the first day each time, so that an hour that a change of clocks skips is not lost for good.
function nthBusinessDay(calendar: BusinessCalendar, start: DateTime, count: number): DateTime {
  let left = count;
  for (let n = 1; ; n += 1) {
    const day = start.plus({ days: n });
    if (isBusinessDay(calendar, day)) left -= 1;
    if (left === 0) return day;
  }
}
