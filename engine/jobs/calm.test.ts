import { expect, it } from 'vitest';
import { createCalm } from './calm';

const looks = (calm: ReturnType<typeof createCalm>, from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, n) => calm.look((from + n) * 1_000));

it('holds the silence of others for an end once looks have gone well for seven seconds', () => {
  expect(looks(createCalm(), 0, 8).indexOf(true)).toBe(7);
});

it('begins anew after a look that failed', () => {
  const calm = createCalm();
  looks(calm, 0, 20);
  calm.broken();
  expect(looks(calm, 21, 29).indexOf(true)).toBe(7);
});

it('begins anew after this process, or a look, stood still', () => {
  const calm = createCalm();
  looks(calm, 0, 20);
  expect(looks(calm, 24, 32).indexOf(true)).toBe(7);
});

it('forgives a look that is a little late', () => {
  const calm = createCalm();
  looks(calm, 0, 20);
  expect(calm.look(22_500)).toBe(true);
});
