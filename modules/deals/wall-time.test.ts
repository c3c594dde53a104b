import { expect, it } from 'vitest';
import { timeZones } from './values';
import { instantAt } from './rules';

it.each([
  ['2026-03-10', '09:30', 'istanbul', '2026-03-10T06:30:00.000Z'],
  ['2026-03-10', '09:30', 'new-york', '2026-03-10T13:30:00.000Z'],
  ['2026-07-10', '09:30', 'london', '2026-07-10T08:30:00.000Z'],
  ['2026-03-29', '02:30', 'berlin', null],
  ['2026-02-30', '09:30', 'utc', null],
] as const)('%s %s in %s is %s', (date, time, zone, instant) => {
  expect(instantAt({ date, time, zone })).toBe(instant);
});

it('knows every zone on offer', () => {
  for (const zone of timeZones)
    expect(instantAt({ date: '2026-05-05', time: '12:00', zone })).toMatch(/^2026-05-0[45]T/);
});
