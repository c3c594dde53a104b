import { expect, it } from 'vitest';
import { rowsOf, totalOf } from './days';

it('puts series side by side by day, with nothing as nothing', () => {
  const first = [
    { day: '2026-01-02', count: 3 },
    { day: '2026-01-01', count: 1 },
  ];
  const second = [{ day: '2026-01-02', count: 2 }];
  expect(
    rowsOf([
      { name: 'a', days: first },
      { name: 'b', days: second },
    ]),
  ).toEqual([
    { day: '2026-01-01', s0: 1, s1: 0 },
    { day: '2026-01-02', s0: 3, s1: 2 },
  ]);
  expect(totalOf(first)).toBe(4);
});
