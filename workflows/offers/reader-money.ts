import { readPhone } from '#contracts/identity';
import {
  currenciesOf,
  currencyOfReader,
  noCurrency,
  type Rate,
  ratesBetween,
} from '#contracts/offers';
import { chooseCurrency } from '#modules/identity';
import { usableRates } from '#modules/offers';
import { AppError } from '#platform/base/errors';
import type { Ctx, CtxOf } from '#platform/context';

interface Priced {
  readonly currency: string;
}

/** In what a reader thinks of prices, and the rates that take their offers there. */
export interface ReaderMoney {
  /** ISO 4217; null where no approximation is shown. */
  readonly currency: string | null;
  readonly rates: readonly Rate[];
}

/** The rates that are in use between the currencies of offers. Without a statement, as the one below. */
export async function ratesAmong(ctx: Ctx, offers: readonly Priced[]): Promise<Rate[]> {
  return ratesBetween(await usableRates(ctx), ...offers.map(({ currency }) => currency));
}

/** In which currency the acting patient reads prices besides their own, and by which rates. */
export async function readerMoney(
  ctx: CtxOf<'patient'>,
  offers: readonly Priced[],
): Promise<ReaderMoney> {
  const rates = await usableRates(ctx);
  const currency = currencyOfReader(wishOf(ctx), rates);
  const among = offers.map((offer) => offer.currency);
  return { currency, rates: ratesBetween(rates, ...among, currency ?? '') };
}

/** What the acting patient chose, and the country of their number. */
function wishOf({ actor }: CtxOf<'patient'>): { chosen: string | null; country: string } {
  const reading = readPhone(actor.phone);
  return { chosen: actor.currency ?? null, country: reading.ok ? reading.phone.country : '' };
}

/** The choice of a currency as a patient sees it. */
export interface CurrencyChoice {
  /** A currency, `none`, or null for that of their number's country. */
  readonly chosen: string | null;
  /** What null stands for; null where there is no rate for it. */
  readonly ofNumber: string | null;
  /** Those with a rate, and the one chosen; empty without any rate. */
  readonly options: readonly string[];
}

/** What the acting patient may choose now. */
export async function currencyChoice(ctx: CtxOf<'patient'>): Promise<CurrencyChoice> {
  const rates = await usableRates(ctx);
  const { chosen, country } = wishOf(ctx);
  const options = new Set(currenciesOf(rates));
  if (chosen && chosen !== noCurrency) options.add(chosen);
  return {
    chosen,
    ofNumber: currencyOfReader({ chosen: null, country }, rates),
    options: [...options].sort(),
  };
}

/**
 * The acting patient chooses in which currency prices are shown besides their own.
 *
 * @throws AppError `validation_failed` for one that cannot be chosen
 */
export async function chooseReaderCurrency(
  ctx: CtxOf<'patient'>,
  { currency }: { currency: string | null },
): Promise<void> {
  const { options } = await currencyChoice(ctx);
  if (currency !== null && currency !== noCurrency && !options.includes(currency))
    throw new AppError('validation_failed', { fields: { currency: ['error.invalid_value'] } });
  await chooseCurrency(ctx, { currency });
}
