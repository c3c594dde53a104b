import { readXml, type Token, xmlText } from '#platform/files/document/read-xml';
import { currencyPattern, isRate } from './rates';

/** A day's table as a bank states it. */
interface BankTable {
  /** YYYY-MM-DD. */
  readonly day: string;
  readonly rates: ReadonlyArray<{ readonly currency: string; readonly perEuro: string }>;
}

/** Why a table was not taken: a word for logs and metrics, which repeats nothing of what came. */
export class TableRefused extends Error {
  constructor(
    /** `change`: a figure lies too far from the last one. `future`: its day is still to come. */
    readonly reason: 'not-xml' | 'format' | 'figure' | 'future' | 'change',
  ) {
    super(`the table of rates was not taken: ${reason}`);
    this.name = 'TableRefused';
  }
}

/** The table of the European Central Bank has some thirty; a table of all the world's currencies has 180. */
const mostRates = 200;

/** Tags and texts between them, with all that may stand around. */
const mostTokens = 1_000;

/** What may stand around the table in `eurofxref-daily.xml`. */
const around = new Set(['envelope', 'subject', 'sender', 'name']);

/**
 * Reads `eurofxref-daily.xml` of the European Central Bank in one pass: one cube with a day, in it cubes with a currency and
 * its rate. Anything else in it, a currency twice and a figure that is none refuse the whole table.
 *
 * @throws TableRefused
 */
export function readBankTable(bytes: Buffer): BankTable {
  const days: string[] = [];
  const rates = new Map<string, string>();
  for (const token of tokensOf(bytes)) {
    if (token.kind !== 'open') continue;
    if (token.name !== 'cube') {
      if (!around.has(token.name)) throw new TableRefused('format');
      continue;
    }
    const { attributes } = token;
    if (attributes.has('time')) days.push(attributes.get('time')!);
    else if (attributes.has('currency') || attributes.has('rate')) add(rates, attributes, days);
  }
  const [day] = days;
  if (days.length !== 1 || !isDay(day!) || rates.size === 0) throw new TableRefused('format');
  return { day: day!, rates: [...rates].map(([currency, perEuro]) => ({ currency, perEuro })) };
}

/** As many as a table can have, whatever else comes behind them. */
function* tokensOf(bytes: Buffer): Generator<Token> {
  let count = 0;
  const tokens = attempt(() => readXml(xmlText(bytes)));
  for (;;) {
    const next = attempt(() => tokens.next());
    if (next.done) return;
    count += 1;
    if (count > mostTokens) throw new TableRefused('format');
    yield next.value;
  }
}

function attempt<T>(read: () => T): T {
  try {
    return read();
  } catch {
    throw new TableRefused('not-xml');
  }
}

function add(
  rates: Map<string, string>,
  attributes: ReadonlyMap<string, string>,
  days: readonly string[],
): void {
  const currency = attributes.get('currency') ?? '';
  const isKnown = rates.has(currency) || currency === 'EUR' || rates.size === mostRates;
  if (days.length !== 1 || !currencyPattern.test(currency) || isKnown)
    throw new TableRefused('format');
  const perEuro = attributes.get('rate') ?? '';
  if (!isRate(perEuro)) throw new TableRefused('figure');
  rates.set(currency, perEuro);
}

/** A day of the calendar: the 30th of February is none. */
const isDay = (text: string): boolean =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) &&
  !Number.isNaN(Date.parse(text)) &&
  new Date(text).toISOString().startsWith(text);

/** After this many days a table says nothing of what the next one may be. */
const comparedForDays = 30;

/**
 * Whether a table may follow the one that is kept: its day is not ahead of `today` (UTC), and no figure has changed by more
 * than half. A table that is older than a month is compared with nothing: what really changed so much must not be refused
 * for ever.
 *
 * @throws TableRefused
 */
export function requirePlausible(next: BankTable, kept: BankTable | null, today: string): void {
  if (next.day > today) throw new TableRefused('future');
  if (!kept || Date.parse(next.day) - Date.parse(kept.day) > comparedForDays * 86_400_000) return;
  const before = new Map(kept.rates.map(({ currency, perEuro }) => [currency, Number(perEuro)]));
  for (const { currency, perEuro } of next.rates) {
    const was = before.get(currency);
    const change = was === undefined ? 1 : Number(perEuro) / was;
    if (change < 0.5 || change > 1.5) throw new TableRefused('change');
  }
}
