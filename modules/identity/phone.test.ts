import { describe, expect, it } from 'vitest';
import { countryOr, isSamePhone, phoneCountries, readPhone, shownPhone } from './phone';
import { spellingsOf, waysToType } from './phone.test-table';

describe('readPhone', () => {
  it.each(spellingsOf('+12125550123'))('reads %j as one number', (spelling) => {
    const reading = readPhone(spelling);
    expect(reading).toEqual({
      ok: true,
      phone: { number: '+12125550123', country: 'US', dialCode: '1' },
    });
    expect(isSamePhone(spelling, '+12125550123')).toBe(true);
    expect(isSamePhone(spelling, '+12125550124')).toBe(false);
  });

  it.each([
    '',
    ' ',
    '1',
    '+1',
    'hello',
    '+1 212 555 01',
    '+1 212 555 0123 call me',
    `+1${'2'.repeat(20)}`,
    '+999123456789',
    '+12125550123\u0000',
    `+12125550123${' '.repeat(250)}`,
    '+1212555012３４５６７８９０１２３４５６',
    "+12125550123'; drop table x; --",
  ])('refuses %j', (input) =>
    expect(readPhone(input)).toEqual({ ok: false, code: 'invalid_phone' }),
  );

  it.each([
    ['premium', '+19005551234'],
    ['toll free', '+18005551234'],
    ['satellite', '+881612345678'],
    ['international network', '+882123456789'],
    ['fixed line', '+4930123456'],
  ])('sends nothing to %s numbers', (_kind, input) =>
    expect(readPhone(input)).toEqual({ ok: false, code: 'unsupported_number' }),
  );

  it('reads numbers of other countries', () => {
    expect(readPhone('+90 530 123 45 67')).toMatchObject({
      phone: { number: '+905301234567', country: 'TR', dialCode: '90' },
    });
  });

  it.each(waysToType)('reads $typed where $country is chosen', ({ country, typed, read }) => {
    const reading = readPhone(typed, countryOr(country));
    expect(reading.ok ? reading.phone.number : null).toBe(read);
  });

  it('is told apart by at least forty ways of ten countries', () => {
    expect(waysToType.length).toBeGreaterThanOrEqual(40);
    expect(new Set(waysToType.map(({ country }) => country)).size).toBeGreaterThanOrEqual(10);
  });

  it('takes a country that nobody knows for the default one', () => {
    for (const code of [undefined, '', 'XX', '__proto__', 'constructor', 'tr'])
      expect(countryOr(code)).toBe('US');
  });

  it('names countries in the language of the reader, in the order of its alphabet', () => {
    expect(phoneCountries(['US', 'XX', 'TR'], 'en')).toEqual([
      { code: 'TR', name: 'Türkiye', dialCode: '90' },
      { code: 'US', name: 'United States', dialCode: '1' },
    ]);
    const names = phoneCountries(['US', 'CL', 'SE', 'TR', 'DE'], 'tr').map(({ name }) => name);
    expect(names).toEqual(['Almanya', 'Amerika Birleşik Devletleri', 'İsveç', 'Şili', 'Türkiye']);
  });

  it('stays quick with long input', () => {
    const start = performance.now();
    readPhone('+'.repeat(100_000));
    readPhone('1'.repeat(250));
    readPhone('('.repeat(250));
    expect(performance.now() - start).toBeLessThan(50);
  });
});

it.each([
  ['+905321234567', undefined, '+90 532 123 45 67'],
  ['00493012345678', undefined, '+49 30 12345678'],
  ['0532 123 45 67', 'TR', '+90 532 123 45 67'],
  ['(0212) 555 01 44', 'TR', '+90 212 555 01 44'],
  ['٠٥٣٢ ١٢٣ ٤٥ ٦٧', 'TR', '+90 532 123 45 67'],
  ['0212 555 01 44, ext. 7', 'TR', '+90 212 555 01 44 ext. 7'],
  // Neither of a country, nor one number alone.
  ['0532 123 45 67', undefined, '0532 123 45 67'],
  ['0212 555 01 44 / 45', 'TR', '0212 555 01 44 / 45'],
  ['ask at the desk', 'TR', 'ask at the desk'],
])('%j of %s is shown as %j', (typed, country, shown) =>
  expect(shownPhone(typed, country)).toBe(shown),
);
