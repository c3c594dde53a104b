import { expect, it } from 'vitest';
import type { PriceCause, PriceDifference } from './values';
import { differenceOf, isAccepted, isKept } from './rules';

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

const says = (cents: number, because: PriceCause | null = null) => ({ ...usd(cents), because });

it.each<[string, Array<ReturnType<typeof says>>, PriceDifference]>([
  ['nothing said', [], 'none'],
  ['the sealed price and the total', [says(540_000), says(605_000)], 'none'],
  ['an assumption named by who spoke', [says(645_000, 'assumption-1')], 'foreseen'],
  [
    'two assumptions, one by each side',
    [says(645_000, 'assumption-1'), says(645_000, 'assumption-2')],
    'foreseen',
  ],
  [
    'one side says it was not foreseen',
    [says(645_000, 'assumption-1'), says(645_000, 'not-foreseen')],
    'not-foreseen',
  ],
  ['one side does not say', [says(645_000, 'assumption-1'), says(645_000)], 'not-foreseen'],
  ['the other paid the accepted price', [says(645_000, 'assumption-1'), says(540_000)], 'foreseen'],
  ['less than was accepted, and not named', [says(500_000)], 'not-foreseen'],
])('%s: how the final price differs', (_what, said, difference) => {
  expect(differenceOf(accepted, said)).toBe(difference);
});

it('is not kept while no side has said what was paid', () => {
  expect(isKept(accepted, [null, null])).toBe(false);
});
