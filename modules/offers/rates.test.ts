import { describe, expect, it } from 'vitest';
import {
  approximate,
  currenciesOf,
  currencyOfCountry,
  currencyOfReader,
  isRate,
  measureFor,
  type Rate,
  lastDayOfRate,
  ratesInUse,
} from './rates';
import { someRate as rate } from './testing';

const usd = rate('USD', '1.1612');
const lira = rate('TRY', '50.1275');
const dirham = rate('AED', '4.2645', 'staff');
const all = [usd, lira, dirham];

const about = (cents: number, from: string, to: string | null) =>
  approximate({ cents, currency: from }, to, all);

describe('an approximation', () => {
  it.each([
    // 2,150 / 1.1612 = 1,851.5
    [215_000, 'USD', 'EUR', 1_850],
    // 1,850 × 1.1612 = 2,148.2
    [185_000, 'EUR', 'USD', 2_150],
    // 3,000 / 1.1612 × 50.1275 = 129,506
    [300_000, 'USD', 'TRY', 130_000],
    // 100,000 / 50.1275 × 4.2645 = 8,507.3
    [10_000_000, 'TRY', 'AED', 8_510],
    [11_612, 'USD', 'EUR', 100],
    [11_560, 'USD', 'EUR', 100],
    [100, 'USD', 'EUR', 1],
    [99_999_999, 'EUR', 'TRY', 50_100_000],
  ])('of %d cents of %s in %s is %d, three figures of it', (cents, from, to, units) => {
    expect(about(cents, from, to)).toMatchObject({ units, currency: to });
  });

  it('rounds a half up, by whole numbers alone', () => {
    const even = [rate('AAA', '1'), rate('BBB', '1.005')];
    // 1,000.00 × 1.005 = 1,005 exactly: a half of a step of ten.
    expect(approximate({ cents: 100_000, currency: 'AAA' }, 'BBB', even)?.units).toBe(1_010);
    expect(approximate({ cents: 99_999, currency: 'AAA' }, 'BBB', even)?.units).toBe(1_000);
  });

  it('names the rates that it went by', () => {
    expect(about(100_000, 'USD', 'AED')?.rates).toEqual([usd, dirham]);
    expect(about(100_000, 'EUR', 'AED')?.rates).toEqual([dirham]);
  });

  it.each([
    ['in the same currency', 100_000, 'USD', 'USD'],
    ['in none', 100_000, 'USD', null],
    ['without a rate for the amount', 100_000, 'GBP', 'EUR'],
    ['without a rate for the reader', 100_000, 'USD', 'SAR'],
    ['of nearly nothing', 10, 'TRY', 'EUR'],
  ])('is not made %s', (_what, cents, from, to) => {
    expect(about(cents, from, to)).toBeNull();
  });
});

describe('rates in use', () => {
  const on = (today: string, source: Rate['source'] = 'ecb') =>
    ratesInUse([rate('USD', '1.1612', source)], today).length;

  it.each([
    ['2026-11-26', 0],
    ['2026-11-27', 1],
    ['2026-12-04', 1],
    ['2026-12-05', 0],
  ])('on %s are those of no later day and of seven days before', (today, count) => {
    expect([on(today), on(today, 'staff')]).toEqual([count, count]);
  });

  it('have a last day, after which they are none', () => {
    const last = lastDayOfRate('2026-11-27');
    expect([last, on(last), on('2026-12-05')]).toEqual(['2026-12-04', 1, 0]);
  });

  it('are always those of the example table', () => {
    expect([on('2024-01-01', 'demo'), on('2031-01-01', 'demo')]).toEqual([1, 1]);
  });
});

it.each<[string, boolean]>([
  ['1', true],
  ['1.1612', true],
  ['9999999.999999', true],
  ...['0', '0.000000', '', '-1', '+1', '1e3', '1.', '.5', '1,2', ' 1', '1.1234567', '12345678'].map(
    (text) => [text, false] as [string, boolean],
  ),
  ['NaN', false],
  ['Infinity', false],
  ['٤', false],
])('%j is a rate: %s', (text, is) => {
  expect(isRate(text)).toBe(is);
});

describe('the measure of several currencies', () => {
  it('is the amount itself within one currency, and names no rate', () => {
    const { weigh, has, rates } = measureFor('USD', ['USD', 'USD'], all);
    expect([weigh(123, 'USD'), has('USD'), has('EUR'), rates]).toEqual([123n, true, false, []]);
  });

  it('leaves out what it has no rate for', () => {
    const { has, rates } = measureFor('USD', ['USD', 'EUR', 'GBP'], all);
    expect([has('USD'), has('EUR'), has('GBP'), rates]).toEqual([true, true, false, [usd]]);
  });

  it('leaves out all others where it has none for most', () => {
    const { has, rates } = measureFor('GBP', ['GBP', 'EUR', 'USD'], all);
    expect([has('GBP'), has('EUR'), has('USD'), rates]).toEqual([true, false, false, []]);
  });

  it('keeps apart amounts of one currency that differ by a cent, however large', () => {
    const { weigh } = measureFor('USD', ['USD', 'TRY', 'EUR'], all);
    for (const currency of ['USD', 'TRY', 'EUR'])
      expect(weigh(1_299_999_987, currency) < weigh(1_299_999_988, currency)).toBe(true);
  });
});

describe("a reader's currency", () => {
  const of = (chosen: string | null, country = 'DE', rates: readonly Rate[] = all) =>
    currencyOfReader({ chosen, country }, rates);

  it('is the chosen one, else that of the country of the number, where there is a rate for it', () => {
    expect([of(null), of('TRY'), of('none'), of('SAR')]).toEqual(['EUR', 'TRY', null, null]);
    expect([of(null, 'AE'), of(null, 'SA'), of(null, '')]).toEqual(['AED', null, null]);
    expect(of(null, 'DE', [])).toBeNull();
  });

  it('can be each that has a rate, and the euro', () => {
    expect(currenciesOf(all)).toEqual(['AED', 'EUR', 'TRY', 'USD']);
    expect(currenciesOf([])).toEqual([]);
  });

  it.each([
    ['US', 'USD'],
    ['BG', 'EUR'],
    ['HR', 'EUR'],
    ['JE', 'GBP'],
    ['TR', 'TRY'],
    ['SA', 'SAR'],
    ['RU', null],
  ])('of %s is %s', (country, currency) => {
    expect(currencyOfCountry(country)).toBe(currency);
  });
});
