import { DateTime } from 'luxon';
import { describe, expect, it } from 'vitest';
import { days, hours } from '../base/duration';
import { teamCalendar } from '../settings/team-calendar';
import { businessDaysAfter, businessTimeAfter, type BusinessCalendar } from './business-time';
import { isTimeZone } from './time-zone';

const newYork: BusinessCalendar = teamCalendar.defaults('test');
const berlin: BusinessCalendar = {
  timeZone: 'Europe/Berlin',
  holidays: [],
  workdays: [1, 2, 3, 4, 5],
};
const dubai: BusinessCalendar = { timeZone: 'Asia/Dubai', holidays: [], workdays: [1, 2, 3, 4, 7] };

const due = (calendar: BusinessCalendar, from: string, count = 3) =>
  businessDaysAfter(calendar, new Date(from), count).toISOString().replace(':00.000Z', 'Z');

describe('three business days', () => {
  it.each([
    ['within a week', newYork, '2026-03-02T15:00:00Z', '2026-03-05T15:00Z'],
    ['over a weekend', newYork, '2026-02-26T15:00:00Z', '2026-03-03T15:00Z'],
    [
      'from a Friday, as the clocks go forward',
      newYork,
      '2026-03-06T15:00:00Z',
      '2026-03-11T14:00Z',
    ],
    ['as the clocks go back', newYork, '2026-10-30T14:00:00Z', '2026-11-04T15:00Z'],
    ['over Thanksgiving', newYork, '2026-11-24T15:00:00Z', '2026-11-30T15:00Z'],
    ['over Christmas and a weekend', newYork, '2026-12-23T15:00:00Z', '2026-12-29T15:00Z'],
    [
      'over the end of the year, two holidays in it',
      newYork,
      '2026-12-31T15:00:00Z',
      '2027-01-06T15:00Z',
    ],
    [
      'of which the first is observed the day before the year begins',
      newYork,
      '2027-12-30T15:00:00Z',
      '2028-01-05T15:00Z',
    ],
    [
      'from a Saturday: from when Monday begins',
      newYork,
      '2026-02-28T18:00:00Z',
      '2026-03-05T05:00Z',
    ],
    [
      'from a Sunday night that is Monday in London',
      newYork,
      '2026-03-02T03:00:00Z',
      '2026-03-05T05:00Z',
    ],
    [
      'from a Friday night that is Saturday in London',
      newYork,
      '2026-02-28T03:00:00Z',
      '2026-03-05T03:00Z',
    ],
    ['from a holiday', newYork, '2026-05-25T15:00:00Z', '2026-05-29T04:00Z'],
    ['from the weekend before a holiday', newYork, '2026-05-23T15:00:00Z', '2026-05-29T04:00Z'],
    [
      'from the Sunday whose clocks go forward',
      newYork,
      '2026-03-08T06:30:00Z',
      '2026-03-12T04:00Z',
    ],
    ['in another time zone', berlin, '2026-03-26T22:30:00Z', '2026-03-31T21:30Z'],
    ['of another week', dubai, '2026-03-04T08:00:00Z', '2026-03-09T08:00Z'],
  ])('%s', (_name, calendar, from, expected) => {
    expect(due(calendar, from)).toBe(expected);
  });

  it('keep the time of day, but for the one day on which the clocks skip it', () => {
    const everyDay = { ...berlin, workdays: [1, 2, 3, 4, 5, 6, 7] };
    const half = '2026-03-27T01:30:00Z'; // 02:30 in Berlin; there is no 02:30 on the 29th.
    expect(due(everyDay, half, 2)).toBe('2026-03-29T01:30Z');
    expect(due(everyDay, half, 3)).toBe('2026-03-30T00:30Z');
  });

  it('can be any number of days on a single one of the week', () => {
    const mondays = { ...berlin, workdays: [1] };
    expect(due(mondays, '2026-06-01T08:00:00Z', 4)).toBe('2026-06-29T08:00Z');
  });
});

describe('the calendar of reviews', () => {
  const { schema } = teamCalendar;
  it('takes time zones and days that exist', () => {
    expect(schema.safeParse(newYork).success).toBe(true);
    expect(isTimeZone('Europe/Istanbul')).toBe(true);
    for (const none of ['', 'Mars/Olympus', 'Europe', '../UTC'])
      expect(isTimeZone(none)).toBe(false);
  });
  it.each([
    ['an unknown time zone', { ...newYork, timeZone: 'Mars/Olympus' }],
    ['a date that is none', { ...newYork, holidays: ['2026-02-30'] }],
    ['no day to work on', { ...newYork, workdays: [] }],
    ['an eighth day', { ...newYork, workdays: [8] }],
  ])('refuses %s', (_name, value) => {
    expect(schema.safeParse(value).success).toBe(false);
  });
});

describe('four business hours', () => {
  const office = { ...newYork, opens: 9, closes: 17 };
  const due = (from: string, length = hours(4), when = office) =>
    businessTimeAfter(when, new Date(from), length).toISOString().replace(':00.000Z', 'Z');

  it.each([
    ['within a day', '2026-03-02T15:00:00Z', '2026-03-02T19:00Z'],
    ['until the very minute of closing', '2026-03-02T18:00:00Z', '2026-03-02T22:00Z'],
    ['over a night', '2026-03-02T20:00:00Z', '2026-03-03T16:00Z'],
    ['from before the day begins', '2026-03-02T10:00:00Z', '2026-03-02T18:00Z'],
    ['from after it ends', '2026-03-02T23:30:00Z', '2026-03-03T18:00Z'],
    ['over a weekend', '2026-02-27T20:00:00Z', '2026-03-02T16:00Z'],
    ['over the weekend whose clocks go forward', '2026-03-06T20:00:00Z', '2026-03-09T15:00Z'],
    ['over a holiday', '2026-11-25T20:00:00Z', '2026-11-27T16:00Z'],
    ['from a holiday', '2026-05-25T15:00:00Z', '2026-05-26T17:00Z'],
  ])('%s', (_name, from, expected) => {
    expect(due(from)).toBe(expected);
  });

  it('may be more than a day has, and run on days without an end', () => {
    expect(due('2026-03-02T14:00:00Z', hours(20))).toBe('2026-03-04T18:00Z');
    const always = { ...office, opens: 0, closes: 24, workdays: [1, 2, 3, 4, 5, 6, 7] };
    expect(due('2026-02-28T23:00:00Z', hours(30), always)).toBe('2026-03-02T05:00Z');
  });
});

describe('the calendar at what staff may choose', () => {
  const mondays = Array.from({ length: 400 }, (_, n) =>
    new Date(Date.UTC(2026, 10, 30 + 7 * n)).toISOString().slice(0, 10),
  );
  const scarce = { ...newYork, holidays: mondays, workdays: [1], opens: 9, closes: 10 };

  it('is counted at once, and no promise is longer than two years', () => {
    const before = process.cpuUsage();
    const from = new Date('2026-11-24T12:00:00Z');
    const rings = businessTimeAfter(scarce, from, days(366));
    expect(rings.toISOString()).toBe('2028-11-25T12:00:00.000Z');
    businessTimeAfter({ ...scarce, workdays: [1, 2, 3, 4, 5, 6, 7] }, from, days(366));
    expect(businessDaysAfter(scarce, from, 60).toISOString()).toMatch(/^2035-/);
    // It was 30 s, for each message to the team.
    expect(process.cpuUsage(before).user / 1_000).toBeLessThan(400);
  });

  /** Hour by hour, as one would on paper. */
  function onPaper(hours: typeof scarce, from: Date, length: number): string {
    let left = length;
    for (let at = from.getTime(); ; at += 60_000) {
      const local = DateTime.fromMillis(at, { zone: hours.timeZone });
      const isOpen =
        hours.workdays.includes(local.weekday) &&
        !hours.holidays.includes(local.toISODate()!) &&
        local.hour >= hours.opens &&
        local.hour < hours.closes;
      if (isOpen) left -= 60_000;
      if (left === 0) return new Date(at + 60_000).toISOString();
    }
  }

  it.each([
    ['America/New_York', '2026-10-29T13:30:00Z', 1, 5],
    ['America/New_York', '2026-03-05T13:30:00Z', 0, 24],
    ['Europe/Berlin', '2026-03-27T03:10:00Z', 2, 4],
    ['Europe/Istanbul', '2026-12-30T22:10:00Z', 9, 17],
    ['Australia/Lord_Howe', '2026-04-02T11:00:00Z', 1, 3],
    ['Pacific/Apia', '2026-02-27T11:00:00Z', 8, 24],
  ])('is that of paper in %s from %s', (timeZone, from, opens, closes) => {
    const hours = { timeZone, holidays: ['2026-03-30', '2027-01-01'], workdays: [1, 2, 4, 5, 6, 7], opens, closes }; // prettier-ignore
    for (const length of [30, 119, 361, 1_440].map((minutes) => minutes * 60_000))
      expect(businessTimeAfter(hours, new Date(from), length).toISOString()).toBe(
        onPaper(hours, new Date(from), length),
      );
  });
});
