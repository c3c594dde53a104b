import { expect, it } from 'vitest';
import { days, hours, inSeconds, seconds } from '#platform/base/duration';
import { pauses, verdictOf } from './rules';

it('tries again for three days, after pauses that grow', () => {
  const whole = pauses.reduce((sum, pause) => sum + pause, 0);
  expect(Math.abs(whole - days(3))).toBeLessThan(hours(1));
  expect(pauses).toEqual(pauses.toSorted((a, b) => a - b));
  expect(pauses[0]).toBe(seconds(5));
});

it.each([
  [200, 1, 'delivered'],
  [204, 11, 'delivered'],
  [302, 1, 'waiting'],
  [400, 1, 'waiting'],
  [500, 10, 'waiting'],
  [500, 11, 'failed'],
  [410, 1, 'failed'],
  [null, 1, 'waiting'],
  [null, 11, 'failed'],
] as const)('an answer of %s after %d tries is %s', (status, tries, state) => {
  const failure = status === null ? 'timeout' : null;
  const pause = state === 'waiting' ? inSeconds(pauses[tries - 1]!) : null;
  expect(verdictOf({ status, failure }, tries)).toEqual({ state, pause });
});
