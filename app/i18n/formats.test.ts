import { describe, expect, it, vi, type Mock } from 'vitest';
import { locales } from '#platform/base/locale';
import { formatsIn } from './formats';
import { i18nIn } from './setup';

const [en, tr] = [formatsIn('en'), formatsIn('tr')];
const now = new Date('2026-01-05T12:00:00Z');
const afternoon = new Date('2026-01-05T14:30:05Z');
const plain = (words: string) => words.replace(/\u00a0/g, ' ');

describe('dates', () => {
  it.each([
    [en.date(afternoon, 'UTC'), 'Jan 5, 2026'],
    [tr.date(afternoon, 'UTC'), '5 Oca 2026'],
    [en.day(afternoon, 'UTC'), 'Jan 5'],
    [tr.day(afternoon, 'UTC'), '5 Oca'],
    [en.month('2026-03'), 'March 2026'],
    [tr.month('2026-03'), 'Mart 2026'],
    [en.dateTime(afternoon, 'UTC'), 'Mon, Jan 5, 2:30 PM UTC'],
    [tr.dateTime(afternoon, 'UTC'), '5 Oca Pzt 14:30 UTC'],
    [en.time(afternoon, 'UTC'), '2:30:05 PM UTC'],
    [tr.time(afternoon, 'UTC'), '14:30:05 UTC'],
    [tr.date(new Date('2026-01-05T22:30:00Z'), 'Europe/Istanbul'), '6 Oca 2026'],
  ])('%s', (written, words) => expect(written).toBe(words));

  it('have plain spaces, whatever a browser puts before PM', () => {
    const dates = Intl.DateTimeFormat.prototype as unknown as Record<'format', () => string>;
    const format = vi.spyOn(dates as never, 'format' as never, 'get' as never);
    (format as unknown as Mock).mockReturnValue(() => '2:30\u202fPM');
    try {
      expect(en.time(afternoon)).toBe('2:30 PM');
    } finally {
      format.mockRestore();
    }
  });

  it.each([
    [20, 'now', 'şimdi'],
    [15 * 60, 'in 15 minutes', '15 dakika sonra'],
    [5 * 3_600, 'in 5 hours', '5 saat sonra'],
    [24 * 3_600, 'in 1 day', '1 gün sonra'],
    [48 * 3_600 - 5, 'in 2 days', '2 gün sonra'],
    [-3 * 86_400, '3 days ago', '3 gün önce'],
  ])('%d seconds: %s, %s', (seconds, english, turkish) => {
    const date = new Date(now.getTime() + seconds * 1_000);
    expect([en, tr].map(({ relative }) => relative(date, now))).toEqual([english, turkish]);
  });
});

it.each([
  [250_000, 'USD', '$2,500', '$2.500'],
  [250_050, 'USD', '$2,500.50', '$2.500,50'],
  [1, 'USD', '$0.01', '$0,01'],
  [99_999_999, 'EUR', '€999,999.99', '€999.999,99'],
  [100_000, 'TRY', 'TRY 1,000', '₺1.000'],
  [9_900, 'GBP', '£99', '£99'],
] as const)('%i cents of %s read %s, %s', (cents, currency, english, turkish) => {
  expect([en, tr].map(({ money }) => plain(money(cents, currency)))).toEqual([english, turkish]);
});

it('numbers have the decimal sign of the language', () => {
  expect([en, tr].map(({ decimal }) => [decimal(4), decimal(4.25)])).toEqual([
    ['4.0', '4.3'],
    ['4,0', '4,3'],
  ]);
});

it('digits are 0 to 9 until the reader chooses those of their own script', () => {
  const [latin, own] = [formatsIn('ar'), formatsIn('ar', 'own')];
  const clean = (words: string) => plain(words).replace(/[\u200e\u200f]/g, '');
  expect(clean(latin.money(250_000, 'USD'))).toMatch(/2,500/);
  expect(clean(own.money(250_000, 'USD'))).toMatch(/٢٬٥٠٠/);
  expect(latin.date(afternoon, 'UTC')).toMatch(/5.*2026/);
  expect(own.date(afternoon, 'UTC')).toMatch(/٥.*٢٠٢٦/);
  const said = (digits: 'latin' | 'own', key: string, values: Record<string, number>) =>
    i18nIn('ar', digits)._(key, values);
  const photo = { number: 2, total: 11 };
  expect(said('latin', 'clinic.request.photo', photo)).toBe('الصورة 2 من 11');
  expect(said('own', 'clinic.request.photo', photo)).toBe('الصورة ٢ من ١١');
  // What is counted still picks its form by the number.
  expect(said('own', 'deals.review.stars_of', { count: 2 })).toBe('نجمتان');
  expect(said('own', 'deals.review.stars_of', { count: 4 })).toBe('٤ نجوم');
  // A language without digits of its own has one way.
  expect(formatsIn('de', 'own').decimal(4.5)).toBe(formatsIn('de').decimal(4.5));
});

it('lists are divided by commas', () => {
  for (const { list } of [en, tr]) {
    expect(list([])).toBe('');
    expect(list(['A', 'B', 'C'])).toBe('A, B, C');
  }
});

it('languages have their names in the language of the reader, and a code of none stays', () => {
  expect([en, tr].map(({ languageName }) => languageName('de'))).toEqual(['German', 'Almanca']);
  expect(locales.map((locale) => formatsIn(locale).languageName('zz'))).toEqual(
    locales.map(() => 'zz'),
  );
});

it('small letters are those of the language', () => {
  expect([en.lowerCase('IĞDIR İL'), tr.lowerCase('IĞDIR İL')]).toEqual(['iğdir i̇l', 'ığdır il']);
});
