import { describe, expect, it } from 'vitest';
import { quietUntil } from './rules';

const night = { from: '22:00', to: '08:00', zone: 'Europe/Berlin' };
const noon = { from: '12:30', to: '14:00', zone: 'Asia/Dubai' };

describe('quiet hours', () => {
  it.each([
    ['before they begin', night, '2026-01-10T20:59:59Z', null],
    ['in their first minute', night, '2026-01-10T21:00:00Z', '2026-01-11T07:00:00.000Z'],
    ['after midnight', night, '2026-01-11T03:12:00Z', '2026-01-11T07:00:00.000Z'],
    ['in their last minute', night, '2026-01-11T06:59:59Z', '2026-01-11T07:00:00.000Z'],
    ['at their end', night, '2026-01-11T07:00:00Z', null],
    ['within one day', noon, '2026-01-10T09:00:00Z', '2026-01-10T10:00:00.000Z'],
    ['within one day, before', noon, '2026-01-10T08:29:59Z', null],
    ['within one day, after', noon, '2026-01-10T10:00:00Z', null],
    // Clocks go from two to three: eight o'clock is an hour earlier.
    ['in the night of the spring', night, '2026-03-28T22:00:00Z', '2026-03-29T06:00:00.000Z'],
    ['in the night of the autumn', night, '2026-10-24T21:00:00Z', '2026-10-25T07:00:00.000Z'],
    [
      'up to a time that a day does not have',
      { ...night, to: '02:30' },
      '2026-03-29T00:30:00Z',
      '2026-03-29T01:30:00.000Z',
    ],
  ])('%s last until their end', (_when, hours, at, until) => {
    expect(quietUntil(hours, new Date(at))?.toISOString() ?? null).toBe(until);
  });

  it('always end after the moment, and within a day', () => {
    for (const zone of ['America/New_York', 'Asia/Kolkata', 'Pacific/Apia', 'UTC'])
      for (let at = Date.parse('2026-03-01T00:00:00Z'); at < Date.parse('2026-11-30'); at += 5e6) {
        const until = quietUntil({ from: '21:15', to: '07:45', zone }, new Date(at));
        if (!until) continue;
        expect(until.getTime()).toBeGreaterThan(at);
        expect(until.getTime()).toBeLessThanOrEqual(at + 11.5 * 3_600_000);
      }
  });
});
