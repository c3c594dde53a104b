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

/** A calendar with the hours of its days: `opens` and `closes` are whole hours, the latter later. */
export interface BusinessHours extends BusinessCalendar {
  readonly opens: number;
  readonly closes: number;
}

const sharp = { minute: 0, second: 0, millisecond: 0 };

/** The moment at which `length` milliseconds of open hours have passed since `from`; closed hours count for nothing. */
export function businessTimeAfter(hours: BusinessHours, from: Date, length: number): Date {
  let left = length;
  let day = DateTime.fromJSDate(from, { zone: hours.timeZone });
  for (;;) {
    // Set anew on each day: on one whose clocks change, an hour after midnight is not one o'clock.
    const opens = day.set({ ...sharp, hour: hours.opens });
    const closes =
      hours.closes === 24
        ? day.plus({ days: 1 }).startOf('day')
        : day.set({ ...sharp, hour: hours.closes });
    const start = day > opens ? day : opens;
    const open = isBusinessDay(hours, day) ? Math.max(0, closes.toMillis() - start.toMillis()) : 0;
    if (open > 0 && left <= open) return start.plus({ milliseconds: left }).toJSDate();
    left -= open;
    day = day.plus({ days: 1 }).startOf('day');
  }
}
