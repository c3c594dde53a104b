import { describe, expect, it } from 'vitest';
import { formatRelative } from './format-date';

const now = new Date('2026-01-05T12:00:00Z');

describe('formatRelative', () => {
  it.each([
    [20, 'now'],
    [15 * 60, 'in 15 minutes'],
    [5 * 3_600, 'in 5 hours'],
    [24 * 3_600, 'in 1 day'],
    [48 * 3_600 - 5, 'in 2 days'],
    [-3 * 86_400, '3 days ago'],
  ])('%d seconds: %s', (seconds, words) =>
    expect(formatRelative(new Date(now.getTime() + seconds * 1_000), now)).toBe(words),
  );
});
