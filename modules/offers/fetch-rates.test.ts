import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { system } from '#platform/base/actor';
import { type RateSource, SourceError } from '#platform/ports/rate-source';
import { clearSetting, readSetting, writeSetting } from '#platform/settings/settings';
import { today } from '#platform/time/clock';
import { countRoundTrips } from '../../tests/kit/round-trips';
import { createTestServices, type TestServices } from '../../tests/kit/services';
import { bankRates, fetchRates, staffRates, usableRates } from './index.server';
import { bankXml } from './testing';

let kit: TestServices;
/** What the source answers next. */
let answer: () => Promise<Buffer>;
/** Days before today, by the database's clock. */
const dayBefore = (days: number): string =>
  new Date(Date.parse(now) - days * 86_400_000).toISOString().slice(0, 10);
let now: string;
beforeAll(async () => {
  kit = await createTestServices();
  const source: RateSource = { fetchTable: () => answer() };
  Object.assign(kit.services.ports, { rateSource: source });
  now = await today(kit.ctx());
});
afterAll(() => kit.close());
beforeEach(async () => {
  for (const { key } of [bankRates, staffRates]) await clearSetting(kit.ctx(), key);
});

const asSystem = () => kit.ctx(system('test'));
const fetchFrom = (xml: string) => {
  answer = async () => Buffer.from(xml);
  return fetchRates(asSystem());
};
const kept = () => readSetting(kit.ctx(), bankRates);

describe('the table of the bank', () => {
  it('is kept in place of the one before it', async () => {
    expect(await fetchFrom(bankXml(dayBefore(1), { USD: '1.1', GBP: '0.87' }))).toBe('stored');
    expect(await fetchFrom(bankXml(now, { USD: '1.2' }))).toBe('stored');
    expect(await kept()).toEqual({
      day: now,
      source: 'ecb',
      rates: [{ currency: 'USD', perEuro: '1.2' }],
    });
  });

  it('is not stored again, nor one that is older', async () => {
    await fetchFrom(bankXml(now, { USD: '1.2' }));
    expect(await fetchFrom(bankXml(now, { USD: '1.3' }))).toBe('same');
    expect(await fetchFrom(bankXml(dayBefore(2), { USD: '1.3' }))).toBe('same');
    expect((await kept()).rates).toEqual([{ currency: 'USD', perEuro: '1.2' }]);
  });

  const failures: ReadonlyArray<[what: string, reason: string, () => Promise<Buffer>]> = [
    ['the source is away', 'unreachable', () => Promise.reject(new SourceError('unreachable'))],
    ['it sends a page', 'format', async () => Buffer.from('<html/>')],
    ['its day is ahead', 'future', async () => Buffer.from(bankXml(dayBefore(-2), { USD: '1.2' }))],
    ['it says half', 'change', async () => Buffer.from(bankXml(now, { USD: '0.5' }))],
    ['something breaks', 'fault', () => Promise.reject(new TypeError('broken'))],
  ];
  it.each(failures)('stays as it was when %s', async (_what, reason, failing) => {
    await fetchFrom(bankXml(dayBefore(1), { USD: '1.1' }));
    answer = failing;
    expect(await fetchRates(asSystem())).toBe('failed');
    expect((await kept()).day).toBe(dayBefore(1));
    expect(kit.logged).toContainEqual(
      expect.objectContaining({ msg: 'offers.rates-not-fetched', reason }),
    );
  });

  it('is stored once by two workers at once', async () => {
    answer = async () => Buffer.from(bankXml(now, { USD: '1.2' }));
    const outcomes = await Promise.all([fetchRates(asSystem()), fetchRates(asSystem())]);
    expect(outcomes.sort()).toEqual(['same', 'stored']);
  });

  it('is not asked for where no setting names a source', async () => {
    Object.assign(kit.services.ports, { rateSource: null });
    expect(await fetchRates(asSystem())).toBe('off');
    Object.assign(kit.services.ports, { rateSource: { fetchTable: () => answer() } });
  });
});

describe('rates that pages use', () => {
  const own = (currency: string, days = 0) => ({
    ...{ currency, perEuro: '4.3545', day: dayBefore(days), statedBy: 'A bank' },
  });

  it('are those of the table, and what staff put in for what it lacks', async () => {
    await fetchFrom(bankXml(now, { USD: '1.2' }));
    await writeSetting(kit.ctx(), staffRates, { rates: [own('SAR'), own('USD'), own('AED', 8)] });
    expect(await usableRates(kit.ctx())).toEqual([
      { currency: 'USD', perEuro: '1.2', day: now, source: 'ecb', statedBy: null },
      { ...own('SAR'), source: 'staff' },
    ]);
  });

  it('are none after a week without a table', async () => {
    await fetchFrom(bankXml(dayBefore(8), { USD: '1.2' }));
    expect(await usableRates(kit.ctx())).toEqual([]);
  });

  it('cost no statement', async () => {
    await fetchFrom(bankXml(now, { USD: '1.2' }));
    await usableRates(kit.ctx());
    const { statements } = await countRoundTrips(() => usableRates(kit.ctx()));
    expect(statements).toEqual([]);
  });

  it('are the example table in a demo, whatever the day', async () => {
    const demo = {
      ...kit.ctx(),
      services: { ...kit.services, env: { ...kit.services.env, mode: 'demo' as const } },
    };
    const rates = await usableRates(demo);
    expect(new Set(rates.map(({ source }) => source))).toEqual(new Set(['demo']));
    expect(rates.map(({ currency }) => currency)).toContain('TRY');
  });
});

describe('what staff put in', () => {
  const faultsOf = async (rates: object[]) => {
    const value = staffRates.schema.parse({ rates });
    return staffRates.faultsOf!(kit.ctx(), value, { rates: [] });
  };
  const some = { currency: 'SAR', perEuro: '4.3545', statedBy: 'Saudi Central Bank' };

  it('is taken with its day and its source', async () => {
    expect(await faultsOf([{ ...some, day: now }])).toEqual({});
  });

  it('is refused for a currency that has a rate, and for a day that is still to come', async () => {
    await fetchFrom(bankXml(now, { USD: '1.2' }));
    const faults = await faultsOf([
      { ...some, currency: 'USD', day: now },
      { ...some, currency: 'EUR', day: now },
      { ...some, day: dayBefore(-1) },
      { ...some, day: now },
    ]);
    expect(faults).toEqual({
      'value.rates.0.currency': ['offers.error.rate_there'],
      'value.rates.1.currency': ['offers.error.rate_there'],
      'value.rates.2.day': ['offers.error.rate_day'],
      'value.rates.3.currency': ['offers.error.rate_there'],
    });
  });

  it.each([
    [{ statedBy: '' }, 'rate_source'],
    [{ statedBy: '   ' }, 'rate_source'],
    [{ perEuro: '0' }, 'rate'],
    [{ perEuro: '4,35' }, 'rate'],
    [{ currency: 'sar' }, 'rate_currency'],
    [{ day: '' }, 'rate_day_missing'],
  ])('is refused with %j, in words of its own', (fault, words) => {
    const { error } = staffRates.schema.safeParse({
      rates: [{ ...some, day: '2026-11-27', ...fault }],
    });
    expect(error!.issues.map(({ message }) => message)).toEqual([`offers.error.${words}`]);
  });
});
