import { DateTime } from 'luxon';

export interface BusinessCalendar {
  /** IANA name. */
  readonly timeZone: string;
  /** ISO dates. */
  readonly holidays: readonly string[];
  /** 1 is Monday, 7 Sunday; at least one. */
  readonly workdays: readonly number[];
}

const dayLength = 86_400_000;
const hourLength = 3_600_000;

/** Days since 1970 of a date, which weekdays and holidays are looked up by: a date of luxon costs a thousand times as much. */
const numberOf = ({ year, month, day }: DateTime): number =>
  Date.UTC(year, month - 1, day) / dayLength;

/** Whether a day is a business day, by its number; the first of 1970 was a Thursday. */
function businessDays({ workdays, holidays }: BusinessCalendar): (day: number) => boolean {
  const off = new Set(holidays.map((date) => Date.parse(date) / dayLength));
  return (day) => workdays.includes(((day + 3) % 7) + 1) && !off.has(day);
}

/**
 * The moment `count` business days after `from`: the same time of day in the calendar's zone. What comes in on
 * a day off counts as come in when the next business day begins.
 */
export function businessDaysAfter(calendar: BusinessCalendar, from: Date, count: number): Date {
  const isOpen = businessDays(calendar);
  const local = DateTime.fromJSDate(from, { zone: calendar.timeZone });
  const start = isOpen(numberOf(local)) ? local : nthAfter(isOpen, local, 1).startOf('day');
  return nthAfter(isOpen, start, count).toJSDate();
}

// Counted from the first day each time, so that an hour that a change of clocks skips is not lost for good.
function nthAfter(isOpen: (day: number) => boolean, start: DateTime, count: number): DateTime {
  const first = numberOf(start);
  let [left, days] = [count, 0];
  while (left > 0) {
    days += 1;
    if (isOpen(first + days)) left -= 1;
  }
  return start.plus({ days });
}

/** A calendar with the hours of its days: `opens` and `closes` are whole hours, the latter later. */
export interface BusinessHours extends BusinessCalendar {
  readonly opens: number;
  readonly closes: number;
}

const sharp = { minute: 0, second: 0, millisecond: 0 };

/** Days within which a length of open hours passes, whatever the hours are: no promise is longer. */
const longest = 2 * 366;

/**
 * The moment at which `length` milliseconds of open hours have passed since `from`; closed hours count for nothing. Two
 * years at most: staff may choose an hour a week and a year of such hours, which would be centuries of days to count.
 */
export function businessTimeAfter(hours: BusinessHours, from: Date, length: number): Date {
  const local = DateTime.fromJSDate(from, { zone: hours.timeZone });
  const [isOpen, hasChange] = [businessDays(hours), clockChanges(local)];
  const first = numberOf(local);
  const today = local.startOf('day');
  const usual = (hours.closes - hours.opens) * hourLength;
  let left = length;
  for (let n = 0; n <= longest; n += 1) {
    if (!isOpen(first + n)) continue;
    if (n > 0 && left > usual && !hasChange(first + n)) {
      left -= usual;
      continue;
    }
    const day = n === 0 ? local : today.plus({ days: n }).startOf('day');
    const { start, open } = openPartOf(hours, day);
    if (open > 0 && left <= open) return start.plus({ milliseconds: left }).toJSDate();
    left -= open;
  }
  return local.plus({ days: longest }).toJSDate();
}

/** From when a day is open, at its time or later, and for how many milliseconds. */
function openPartOf({ opens, closes }: BusinessHours, day: DateTime) {
  // Set anew on each day: on one whose clocks change, an hour after midnight is not one o'clock.
  const opening = day.set({ ...sharp, hour: opens });
  const closing =
    closes === 24 ? day.plus({ days: 1 }).startOf('day') : day.set({ ...sharp, hour: closes });
  const start = day > opening ? day : opening;
  return { start, open: Math.max(0, closing.toMillis() - start.toMillis()) };
}

/** Whether the clocks of a zone may change on a day, by its number; the days before and after count in part. */
function clockChanges({ zone }: DateTime): (day: number) => boolean {
  return (day) => {
    const noon = day * dayLength + 12 * hourLength;
    return zone.offset(noon - 26 * hourLength) !== zone.offset(noon + 26 * hourLength);
  };
}
