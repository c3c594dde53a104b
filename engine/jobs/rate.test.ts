import { describe, expect, it } from 'vitest';
import { milliseconds, seconds } from '#platform/base/duration';
import { createRate } from './rate';

const limit = { perSecond: 40, least: 5, burst: 20 };

/** Takes turns for `lasts` seconds of a set clock, waiting for each; says how many. */
function turnsIn(rate: ReturnType<typeof createRate>, lasts: number, from: number): number {
  const end = from + seconds(lasts);
  let turns = 0;
  for (let at = from; at < end; turns += 1) at += rate.take(at);
  return turns;
}

describe('a rate', () => {
  it('lets a burst begin at once, and then so many a second', () => {
    const rate = createRate(limit);
    const waits = Array.from({ length: 23 }, () => rate.take(1_000));
    expect(waits.slice(0, 20)).toEqual(Array.from({ length: 20 }, () => 0));
    expect(waits.slice(20)).toEqual([25, 50, 75]);
    expect(turnsIn(createRate(limit), 60, 0)).toBe(20 + 60 * 40);
  });

  it('saves up no more than a burst, however long nothing began', () => {
    const rate = createRate(limit);
    turnsIn(rate, 10, 0);
    const later = seconds(3_600);
    expect(turnsIn(rate, 1, later)).toBeLessThanOrEqual(20 + 41);
  });

  it('falls while the database answers slowly, never below the least, and rises again', () => {
    const rate = createRate(limit);
    for (let n = 0; n < 10; n += 1) rate.answered(milliseconds(2));
    expect(rate.perSecond()).toBe(40);
    rate.answered(milliseconds(9));
    expect(rate.perSecond()).toBeCloseTo(28);
    for (let n = 0; n < 20; n += 1) rate.answered(milliseconds(40));
    expect(rate.perSecond()).toBe(5);
    for (let n = 0; n < 60; n += 1) rate.answered(milliseconds(2));
    expect(rate.perSecond()).toBe(40);
  });

  it('is not slowed down by what nobody notices, nor for ever by one lucky answer', () => {
    const rate = createRate(limit);
    rate.answered(milliseconds(0.1));
    rate.answered(milliseconds(2.9));
    expect(rate.perSecond()).toBe(40);
    for (let n = 0; n < 300; n += 1) rate.answered(milliseconds(5));
    expect(rate.perSecond()).toBe(40);
  });
});
