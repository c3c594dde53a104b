import { expect, it } from 'vitest';
import { appointment, relative, span } from './times';

const words = (key: string, values: Record<string, string | number> = {}) =>
  [key.replace('console.time.', ''), ...Object.values(values)].join(' ');
const minute = 60_000;

it.each([
  [10_000, 'minutes 1'],
  [59 * minute, 'minutes 59'],
  [60 * minute, 'hours 1'],
  [47 * 60 * minute, 'hours 47'],
  [72 * 60 * minute, 'days 3'],
])('says %i ms as %s', (ms, said) => {
  expect(span(words, ms)).toBe(said);
});

it('tells before from after', () => {
  expect(relative(words, 2 * minute, 0)).toBe('in minutes 2');
  expect(relative(words, 0, 2 * minute)).toBe('ago minutes 2');
});

it('writes a visit by the clocks of the clinic and of the reader', () => {
  expect(appointment('2026-12-03T07:00:00.000Z', 'America/New_York')).toEqual({
    there: 'Thu, Dec 3, 10:00',
    here: 'Thu, Dec 3, 02:00',
  });
});
