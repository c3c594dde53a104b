/** The languages people read the product in; the first one is meant where nobody has chosen. Staff read English. */
export const locales = ['en', 'tr'] as const;

/** A language by its BCP 47 tag, as `Intl` and the `lang` of a page take it. */
export type Locale = (typeof locales)[number];

export const defaultLocale: Locale = locales[0];

/** Whether a word from outside (an address, a row, a header) names a language of ours. */
export const isLocale = (word: unknown): word is Locale => locales.includes(word as Locale);

const scripts: Record<Locale, 'ltr' | 'rtl'> = { en: 'ltr', tr: 'ltr' };

/** Which way a language is written. */
export const directionOf = (locale: Locale): 'ltr' | 'rtl' => scripts[locale];
