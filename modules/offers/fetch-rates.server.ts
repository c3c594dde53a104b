import { z } from 'zod';
import { withTransaction } from '#engine';
import type { Ctx, CtxOf } from '#platform/context';
import { defineCounter } from '#platform/metrics/metrics';
import { SourceError } from '#platform/ports/rate-source';
import {
  defineSetting,
  knownToday,
  lockSetting,
  readSetting,
  readStoredSetting,
  writeSetting,
} from '#platform/settings/settings';
import { today } from '#platform/time/clock';
import { readBankTable, requirePlausible, TableRefused } from './bank-table';
import { demoRates } from './demo-rates';
import { currencyPattern, isRate, type Rate, ratesInUse } from './rates';

const currency = z.string().regex(currencyPattern, 'error.invalid_value');
const perEuro = z.string().max(20).refine(isRate, 'offers.error.rate');
const mostOwn = 40;

/** The last table that was fetched; of a demo its example table, until one is. It replaces the one before it. */
export const bankRates = defineSetting({
  key: 'offers.bank-rates',
  schema: z.object({
    /** YYYY-MM-DD; empty where there is no table. */
    day: z.string().max(10),
    source: z.enum(['ecb', 'demo']),
    rates: z.array(z.object({ currency, perEuro })).max(200),
  }),
  defaults: (mode) =>
    mode === 'demo'
      ? { day: demoRates.day, source: 'demo' as const, rates: listed(demoRates.perEuro) }
      : { day: '', source: 'ecb' as const, rates: [] },
});

const listed = (rates: Readonly<Record<string, string>>) =>
  Object.entries(rates).map(([name, figure]) => ({ currency: name, perEuro: figure }));

/** What staff put in for currencies that the table lacks, each with its day and where they have it from. */
export const staffRates = defineSetting({
  key: 'offers.staff-rates',
  schema: z.object({
    rates: z
      .array(
        z.object({
          currency: z.string().regex(currencyPattern, 'offers.error.rate_currency'),
          perEuro,
          day: z.iso.date('offers.error.rate_day_missing'),
          statedBy: z
            .string()
            .trim()
            .min(3, 'offers.error.rate_source')
            .max(120, 'offers.error.rate_source'),
        }),
      )
      .max(mostOwn),
  }),
  defaults: () => ({ rates: [] }),
  faultsOf: async (ctx, { rates }) => {
    const [table, now] = [await readStoredSetting(ctx, bankRates), await today(ctx)];
    const taken = new Set(['EUR', ...table.rates.map((rate) => rate.currency)]);
    const faults: Record<string, string[]> = {};
    for (const [at, rate] of rates.entries()) {
      const path = `value.rates.${at}`;
      if (taken.has(rate.currency)) faults[`${path}.currency`] = ['offers.error.rate_there'];
      if (rate.day > now) faults[`${path}.day`] = ['offers.error.rate_day'];
      taken.add(rate.currency);
    }
    return faults;
  },
});

/**
 * The rates that pages may use now, without a statement: from the process's memory of settings. What staff put in gives
 * way to the table, should it have the currency later.
 */
export async function usableRates(ctx: Ctx): Promise<Rate[]> {
  const table = await readSetting(ctx, bankRates);
  const own = await readSetting(ctx, staffRates);
  const { day, source } = table;
  const stated = table.rates.map((rate): Rate => ({ ...rate, day, source, statedBy: null }));
  const has = new Set(stated.map((rate) => rate.currency));
  const added = own.rates
    .filter((rate) => !has.has(rate.currency))
    .map((rate): Rate => ({ ...rate, source: 'staff' }));
  return ratesInUse([...stated, ...added], await knownToday(ctx));
}

const fetches = defineCounter({
  name: 'rate_tables_total',
  help: 'Times that the table of currency rates was asked for: stored, same (there already), failed',
  labelNames: ['outcome'],
});

/** `off`: the settings name no source. */
type FetchOutcome = 'off' | 'stored' | 'same' | 'failed';

/**
 * Fetches the table of the day and keeps it in place of the one before. A table that cannot be had, read or believed leaves
 * the last one as it is, is counted and logged.
 */
export async function fetchRates(ctx: CtxOf<'system'>): Promise<FetchOutcome> {
  const { rateSource } = ctx.services.ports;
  if (!rateSource) return 'off';
  const outcome = await rateSource
    .fetchTable()
    .then((bytes) => keepTable(ctx, bytes))
    .catch((error: unknown) => {
      const isExpected = error instanceof SourceError || error instanceof TableRefused;
      const details = isExpected ? { reason: error.reason } : { reason: 'fault', err: error };
      ctx.log.error(details, 'offers.rates-not-fetched');
      return 'failed' as const;
    });
  fetches(ctx.services).inc({ outcome });
  return outcome;
}

/** Two workers at once store one table once. @throws TableRefused */
const keepTable = (ctx: CtxOf<'system'>, bytes: Buffer): Promise<'stored' | 'same'> =>
  withTransaction(ctx, async (tx) => {
    const table = readBankTable(bytes);
    await lockSetting(tx, bankRates.key);
    const stored = await readStoredSetting(tx, bankRates);
    const kept = stored.source === 'ecb' && stored.day !== '' ? stored : null;
    requirePlausible(table, kept, await today(tx));
    if (kept && table.day <= kept.day) return 'same';
    await writeSetting(tx, bankRates, { ...table, rates: [...table.rates], source: 'ecb' });
    return 'stored';
  });
