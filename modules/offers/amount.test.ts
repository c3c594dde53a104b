import { expect, it } from 'vitest';
import { readAmount, writeAmount } from './values';

it.each([
  ['2500', 250_000],
  ['2,500', 250_000],
  ['2.500', 250_000],
  ['2.500,50', 250_050],
  ['2,500.5', 250_050],
  ['1 234 567', 123_456_700],
  ['1,234,567.89', 123_456_789],
  ['$ 950', 95_000],
  ['0.01', 1],
  ['12,5', 1_250],
])('reads %s', (text, cents) => {
  expect(readAmount(text)).toBe(cents);
});

it.each([
  '',
  'abc',
  '-5',
  '1e5',
  '12.345.6',
  '1,2,3',
  '1.234.5,6',
  '1,234.567',
  '٢٥',
  'NaN',
  '99999999999999999999',
])('does not guess at %j', (text) => {
  expect(readAmount(text)).toBeNull();
});

it('is written so that it reads as the same', () => {
  for (const cents of [1, 10, 99, 100, 250_050, 99_999_999])
    expect(readAmount(writeAmount(cents))).toBe(cents);
});
