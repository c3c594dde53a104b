import { expect, it } from 'vitest';
import { countryOr, readPhone, showPhone } from '#contracts/identity';
import { spellingsOf, waysToType } from '../../modules/identity/phone.test-table';
import { readWholeNumber } from './whole-number';

const typed = [
  ...waysToType.map(({ country, typed: text }) => [text, country] as const),
  ...spellingsOf('+12125550123').map((text) => [text, 'US'] as const),
];

it.each(typed)('reads %j in %s as the server does', (text, country) => {
  const reading = readPhone(text, countryOr(country));
  const whole = readWholeNumber(text, country);
  const { number, ...known } = reading.ok ? reading.phone : { number: null };
  expect(whole && { country: whole.country, dialCode: whole.dialCode, shown: whole.shown }).toEqual(
    number && { ...known, shown: showPhone(number) },
  );
  if (whole) expect(`+${whole.dialCode}${whole.national}`).toBe(number);
});

it.each([
  '',
  '1',
  'hello',
  '+1 212 555 01',
  `+1${'2'.repeat(20)}`,
  `+12125550123${' '.repeat(250)}`,
])('leaves %j alone', (text) => expect(readWholeNumber(text, 'US')).toBeNull());
