/** Who states a rate: the European Central Bank, staff who name their source, or the example table of the demo. */
export type RateOrigin = 'ecb' | 'staff' | 'demo';

/** How much of a currency one euro is on a day, as its source states it. */
export interface Rate {
  /** ISO 4217; never the euro. */
  readonly currency: string;
  /** A decimal above 0 in figures, such as `1.1612`: computed with exactly, and shown as it stands. */
  readonly perEuro: string;
  /** YYYY-MM-DD. */
  readonly day: string;
  readonly source: RateOrigin;
  /** Where staff have it from; null for the others. */
  readonly statedBy: string | null;
}

/** From the day after this many days on a rate is not used any more. */
const rateHoldsDays = 7;

/** A decimal as {@link Rate} has it, seven figures before the point and six behind it at most. */
const ratePattern = /^\d{1,7}(?:\.\d{1,6})?$/;
export const currencyPattern = /^[A-Z]{3}$/;

/** What turns all approximations off. */
export const noCurrency = 'none';

const euro = 'EUR';
const decimals = 6;

/** The decimal as a whole number of its sixth place. */
function scaled(perEuro: string): bigint {
  const [whole = '', fraction = ''] = perEuro.split('.');
  return BigInt(whole + fraction.padEnd(decimals, '0'));
}

/** Whether a decimal is one that a rate can be. */
export const isRate = (text: string): boolean => ratePattern.test(text) && scaled(text) > 0n;

const daysBetween = (from: string, to: string): number =>
  (Date.parse(to) - Date.parse(from)) / 86_400_000;

/**
 * Those that may be used on the day `today`: of the last seven days, and none of a day that is still to come. The table of
 * the demo is an example, which its words say, and does not age.
 */
export const ratesInUse = (rates: readonly Rate[], today: string): Rate[] =>
  rates.filter(({ day, source }) => {
    const age = daysBetween(day, today);
    return source === 'demo' || (age >= 0 && age <= rateHoldsDays);
  });

/** The last day on which a rate of a day is used, both YYYY-MM-DD. */
export const lastDayOfRate = (day: string): string =>
  new Date(Date.parse(day) + rateHoldsDays * 86_400_000).toISOString().slice(0, 10);

const rateOf = (rates: readonly Rate[], currency: string): Rate | undefined =>
  rates.find((rate) => rate.currency === currency);

const figureOf = (rates: readonly Rate[], currency: string): bigint | null => {
  if (currency === euro) return scaled('1');
  const rate = rateOf(rates, currency);
  return rate ? scaled(rate.perEuro) : null;
};

/** Whether amounts of one currency can be said in another one. */
const areLinked = (rates: readonly Rate[], one: string, other: string): boolean =>
  one === other || (figureOf(rates, one) !== null && figureOf(rates, other) !== null);

/** The currencies that can be chosen while these rates are in use; none without any. */
export const currenciesOf = (rates: readonly Rate[]): string[] =>
  rates.length === 0 ? [] : [euro, ...rates.map(({ currency }) => currency)].sort();

/** The rates by which one currency becomes the other one: one where the euro is one of them. */
export const ratesBetween = (rates: readonly Rate[], ...among: readonly string[]): Rate[] =>
  rates.filter(({ currency }) => among.includes(currency));

/** An amount in the currency of a reader, as people say it. */
interface Approximation {
  /** In whole units of {@link currency}, of which three figures count. */
  readonly units: number;
  readonly currency: string;
  /** By which it was computed. */
  readonly rates: readonly Rate[];
}

/**
 * What an amount is about in another currency: three figures of it, computed without any fraction of a computer's own. Null
 * where the currencies are the same, where a rate is missing, and for less than half a unit.
 */
export function approximate(
  { cents, currency: from }: { readonly cents: number; readonly currency: string },
  to: string | null,
  rates: readonly Rate[],
): Approximation | null {
  if (to === null || to === from) return null;
  const [perFrom, perTo] = [figureOf(rates, from), figureOf(rates, to)];
  if (perFrom === null || perTo === null) return null;
  const units = threeFigures(BigInt(cents) * perTo, 100n * perFrom);
  return units > 0 ? { units, currency: to, rates: ratesBetween(rates, from, to) } : null;
}

/** A fraction rounded to a whole number of which the first three figures count, half up. */
function threeFigures(numerator: bigint, denominator: bigint): number {
  const places = String(numerator / denominator).length;
  const step = 10n ** BigInt(Math.max(0, places - 3));
  const unit = denominator * step;
  return Number(((2n * numerator + unit) / (2n * unit)) * step);
}

/** How amounts of several currencies are set beside each other. */
export interface Measure {
  /** Whether amounts of it have a place beside the others. */
  readonly has: (currency: string) => boolean;
  /** A whole number that is the larger, the more the amount is worth; exact, so that it never puts two amounts of one currency wrongly. */
  readonly weigh: (cents: number, currency: string) => bigint;
  /** By which it goes; none where there is but one currency. */
  readonly rates: readonly Rate[];
}

/** Sets amounts of `currencies` beside those of `base`; those for which a rate is missing are left out. */
export function measureFor(
  base: string,
  currencies: readonly string[],
  rates: readonly Rate[],
): Measure {
  const linked = new Set([base, ...currencies.filter((one) => areLinked(rates, base, one))]);
  if (linked.size === 1)
    return { has: (one) => one === base, weigh: (cents) => BigInt(cents), rates: [] };
  const figures = new Map([...linked].map((one) => [one, figureOf(rates, one)!]));
  const product = [...figures.values()].reduce((all, one) => all * one, 1n);
  return {
    has: (one) => linked.has(one),
    weigh: (cents, currency) => BigInt(cents) * (product / (figures.get(currency) ?? 1n)),
    rates: ratesBetween(rates, ...linked),
  };
}

/** Where the currency that people think in follows from the country of their number. */
const countriesOf: Readonly<Record<string, string>> = {
  EUR: 'AD AT AX BE BG CY DE EE ES FI FR GF GP GR HR IE IT LT LU LV MC ME MF MQ MT NL PM PT RE SI SK SM VA XK YT',
  USD: 'US PR GU VI AS MP EC SV',
  GBP: 'GB GG JE IM',
  AUD: 'AU CC CX NF KI NR TV',
  CHF: 'CH LI',
  DKK: 'DK FO GL',
  NOK: 'NO SJ',
  NZD: 'NZ CK NU TK',
  ILS: 'IL PS',
  ...{ AED: 'AE', BHD: 'BH', BRL: 'BR', CAD: 'CA', CNY: 'CN', CZK: 'CZ', HKD: 'HK', HUF: 'HU' },
  ...{ IDR: 'ID', INR: 'IN', ISK: 'IS', JOD: 'JO', JPY: 'JP', KRW: 'KR', KWD: 'KW', MXN: 'MX' },
  ...{ MYR: 'MY', OMR: 'OM', PHP: 'PH', PLN: 'PL', QAR: 'QA', RON: 'RO', SAR: 'SA', SEK: 'SE' },
  ...{ EGP: 'EG', SGD: 'SG', THB: 'TH', TRY: 'TR', UAH: 'UA', ZAR: 'ZA' },
};

/** The currency of a country (ISO 3166-1 alpha-2); null where it is not listed. */
export const currencyOfCountry = (country: string): string | null =>
  Object.entries(countriesOf).find(([, countries]) =>
    countries.split(' ').includes(country),
  )?.[0] ?? null;

/** In which currency a reader is shown approximations: the one chosen, else that of the country of their number. */
export function currencyOfReader(
  { chosen, country }: { readonly chosen: string | null; readonly country: string },
  rates: readonly Rate[],
): string | null {
  if (chosen === noCurrency) return null;
  const wanted = chosen ?? currencyOfCountry(country);
  return wanted !== null && currenciesOf(rates).includes(wanted) ? wanted : null;
}
