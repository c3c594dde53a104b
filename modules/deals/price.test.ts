import { expect, it } from 'vitest';
import { isAccepted, isKept } from './rules';

const usd = (amountCents: number) => ({ amountCents, currency: 'USD' });
const accepted = { sealed: usd(540_000), totalCents: 605_000 };

it.each([
  ['the sealed price', usd(540_000), true, true],
  ['the accepted total', usd(605_000), true, true],
  ['one cent less than the sealed price', usd(539_999), false, true],
  ['some of the extras', usd(560_000), false, true],
  ['one cent more than the total', usd(605_001), false, false],
  ['the total in another currency', { amountCents: 605_000, currency: 'EUR' }, false, false],
])('%s is accepted, or needs a reason; and it is kept, or is not', (_what, paid, free, kept) => {
  expect(isAccepted(accepted, paid)).toBe(free);
  expect(isKept(accepted, [paid, null])).toBe(kept);
  expect(isKept(accepted, [usd(540_000), paid])).toBe(kept);
});

it('is not kept while no side has said what was paid', () => {
  expect(isKept(accepted, [null, null])).toBe(false);
});
