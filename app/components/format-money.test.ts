import { expect, it } from 'vitest';
import { formatMoney } from './format-money';

it.each([
  [250_000, 'USD', '$2,500'],
  [250_050, 'USD', '$2,500.50'],
  [1, 'USD', '$0.01'],
  [99_999_999, 'EUR', '€999,999.99'],
  [100_000, 'TRY', 'TRY 1,000'],
  [9_900, 'GBP', '£99'],
] as const)('%i cents of %s read %s', (cents, currency, words) => {
  expect(formatMoney(cents, currency).replace(/\u00a0/g, ' ')).toBe(words);
});
