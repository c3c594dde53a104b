import { languageOf, languages, type Locale, type OfferedLocale } from '#languages';

export type { Locale, OfferedLocale };

/** All languages, drafts included. */
export const everyLocale = Object.keys(languages) as [Locale, ...Locale[]];

/** The languages people are offered; the first one is meant where no choice was made. Staff read English. */
export const locales = everyLocale.filter((locale) => !languageOf(locale).draft) as [
  OfferedLocale,
  ...OfferedLocale[],
];

export const defaultLocale: OfferedLocale = locales[0];

/** Whether a word from outside (an address, a row, a header) names a language that people are offered. */
export const isLocale = (word: unknown): word is OfferedLocale =>
  locales.includes(word as OfferedLocale);

/** Whether it names a language of ours at all. */
export const isKnownLocale = (word: unknown): word is Locale =>
  everyLocale.includes(word as Locale);

/** Which way a language is written. */
export const directionOf = (locale: Locale): 'ltr' | 'rtl' =>
  languageOf(locale).rtl ? 'rtl' : 'ltr';

/** 0 to 9, or the digits of the reader's own script where their language has some. */
export const digitChoices = ['latin', 'own'] as const;
export type Digits = (typeof digitChoices)[number];

export const hasOwnDigits = (locale: Locale): boolean => languageOf(locale).digits !== undefined;

/** The tag by which `Intl` writes figures: no engine picks the digits by itself, for page and server have to agree. */
export function figuresTag(locale: Locale, digits: Digits): string {
  const { digits: own } = languageOf(locale);
  return own ? `${locale}-u-nu-${digits === 'own' ? own : 'latn'}` : locale;
}

/** '2026': a whole number without groups. */
export const figuresOf = (value: number, locale: Locale, digits: Digits): string =>
  new Intl.NumberFormat(figuresTag(locale, digits), { useGrouping: false }).format(value);

/** A piece of text in its own direction, whatever stands around it: U+2068 and U+2069. */
export const isolated = (text: string): string => `\u2068${text}\u2069`;

/** The same where the text around it is read from right to left; elsewhere nothing needs a sign. */
export const isolatedIn = (locale: Locale, text: string): string =>
  directionOf(locale) === 'rtl' ? isolated(text) : text;

/** What a language calls itself. */
export const nameOf = (locale: Locale): string => languageOf(locale).name;

/** The country where most people speak a language, as ISO 3166 has it. */
export const territoryOf = (locale: Locale): string => new Intl.Locale(locale).maximize().region!;

/** The languages in which a text is looked for, in their order: its own, what stands in for it, the first one. */
export function readingOrder(locale: Locale): readonly Locale[] {
  const next = (languageOf(locale).instead as Locale | undefined) ?? defaultLocale;
  return locale === defaultLocale ? [locale] : [locale, ...readingOrder(next)];
}

/** What is there first of a language, in that order; undefined where it is there in none. */
export function readIn<T>(locale: Locale, of: (one: Locale) => T | undefined): T | undefined {
  for (const one of readingOrder(locale)) {
    const found = of(one);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Texts by their keys as they are read in a language: what it has not reads as the next in that order has it. */
export const layered = <T>(
  locale: Locale,
  ownOf: (one: Locale) => Readonly<Record<string, T>>,
): Readonly<Record<string, T>> =>
  Object.assign({}, ...readingOrder(locale).toReversed().map(ownOf)) as Record<string, T>;

/** The same for each language, by its tag. */
export const perLocale = <T>(of: (locale: Locale) => T): Record<Locale, T> =>
  Object.fromEntries(everyLocale.map((locale) => [locale, of(locale)])) as Record<Locale, T>;
