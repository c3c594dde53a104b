import type { Currency } from '#contracts/offers';
import {
  type Digits,
  directionOf,
  figuresTag,
  isolated,
  type Locale,
  perLocale,
} from '#platform/base/locale';
import { useDigits, useLocale } from './use-text';

const day = { month: 'short', day: 'numeric' } as const;
const clock = { hour: 'numeric', minute: '2-digit' } as const;
const options = {
  date: { year: 'numeric', ...day },
  day,
  month: { year: 'numeric', month: 'long' },
  dateTime: { weekday: 'short', ...day, ...clock },
  time: { ...clock, second: '2-digit' },
} satisfies Record<string, Intl.DateTimeFormatOptions>;

const steps: Array<[Intl.RelativeTimeFormatUnit, number]> = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
];

/** Some browsers put a narrow space before 'PM' where Node has a plain one: page and server write the same. */
const evenSpaces = (words: string): string => words.replace(/\u202f/g, ' ');

const zoneOf = (timeZone?: string, named = false): Intl.DateTimeFormatOptions =>
  timeZone ? { timeZone, ...(named ? { timeZoneName: 'short' } : {}) } : {};

/** How people of a language write dates, money and lists. Nothing goes by the settings of the process or the browser. */
const made = (tag: Locale, digits: Digits) => {
  const locale = figuresTag(tag, digits);
  const instant = (how: keyof typeof options, date: Date, zone: Intl.DateTimeFormatOptions) =>
    evenSpaces(new Intl.DateTimeFormat(locale, { ...options[how], ...zone }).format(date));
  /** The sign of a currency keeps the order of its own letters beside figures in a text from right to left. */
  const amount = (units: number, currency: string, decimals: number) => {
    const format = new Intl.NumberFormat(locale, {
      ...{ style: 'currency', currency },
      ...{ minimumFractionDigits: decimals, maximumFractionDigits: decimals },
    });
    if (directionOf(tag) === 'ltr') return format.format(units);
    return format
      .formatToParts(units)
      .map(({ type, value }) => (type === 'currency' ? isolated(value) : value))
      .join('');
  };
  return {
    /** 'Jan 5, 2026'. Without a time zone, here and below: the reader's own. */
    date: (date: Date, timeZone?: string) => instant('date', date, zoneOf(timeZone)),

    /** 'Jan 5': for a day that is near. */
    day: (date: Date, timeZone?: string) => instant('day', date, zoneOf(timeZone)),

    /** 'March 2026' of `2026-03`. */
    month: (month: string) =>
      instant('month', new Date(`${month}-01T00:00:00Z`), { timeZone: 'UTC' }),

    /** 'Mon, Jan 5, 2:30 PM'; names the zone when one is given. */
    dateTime: (date: Date, timeZone?: string) => instant('dateTime', date, zoneOf(timeZone, true)),

    /** 'Mon, Jan 5, 2:30 PM', as clocks show it in a time zone; the words beside it say where. */
    clockTime: (date: Date, timeZone?: string) => instant('dateTime', date, zoneOf(timeZone)),

    /** '2:30:05 PM'; names the zone when one is given. */
    time: (date: Date, timeZone?: string) => instant('time', date, zoneOf(timeZone, true)),

    /** 'in 5 hours', '2 days ago', 'now'. */
    relative(date: Date, now: Date): string {
      const seconds = Math.round((date.getTime() - now.getTime()) / 1000);
      const step = steps.find(([, size]) => Math.abs(seconds) >= size);
      // In figures: 47 hours are not 'tomorrow'.
      return step
        ? new Intl.RelativeTimeFormat(locale).format(Math.round(seconds / step[1]), step[0])
        : new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }).format(0, 'second');
    },

    /** '$2,500.00', '€90.50': an amount of cents in its currency. Whole amounts go without their cents. */
    money: (cents: number, currency: Currency) =>
      amount(cents / 100, currency, cents % 100 === 0 ? 0 : 2),

    /** '€1,850': whole units of any currency. */
    roundMoney: (units: number, currency: string) => amount(units, currency, 0),

    /** '1.1612': a decimal with all the places that it is stated with. */
    figure: (decimal: string) =>
      new Intl.NumberFormat(locale, {
        minimumFractionDigits: decimal.split('.')[1]?.length ?? 0,
        maximumFractionDigits: 20,
      }).format(Number(decimal)),

    /** '4.5': with one decimal, also a whole one. */
    decimal: (value: number) =>
      new Intl.NumberFormat(locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 }).format(
        value,
      ),

    /** 'Istanbul, Antalya'. */
    list: (words: readonly string[]) =>
      new Intl.ListFormat(locale, { type: 'conjunction', style: 'narrow' }).format(words),

    /** What a language is called, by its ISO 639-1 code. */
    languageName: (code: string) =>
      new Intl.DisplayNames(locale, { type: 'language' }).of(code) ?? code,

    /** What a currency is called, by its ISO 4217 code. */
    currencyName: (code: string) =>
      new Intl.DisplayNames(locale, { type: 'currency' }).of(code) ?? code,

    /** In small letters, for comparing: 'I' is another letter in Turkish than in English. */
    lowerCase: (words: string) => words.toLocaleLowerCase(locale),
  };
};

export type Formats = ReturnType<typeof made>;

const formats = {
  latin: perLocale((locale) => made(locale, 'latin')),
  own: perLocale((locale) => made(locale, 'own')),
};

/** As {@link Formats} for one language; components take them from `useFormats`. */
export const formatsIn = (locale: Locale, digits: Digits = 'latin'): Formats =>
  formats[digits][locale];

/** How dates, money and lists are written in the language of the page. */
export const useFormats = (): Formats => formatsIn(useLocale(), useDigits());
