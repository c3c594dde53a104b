/** What is known of a language beside the words in its folder. */
interface Language {
  /** Its name in itself. */
  readonly name: string;
  /** Set where it is written from right to left. */
  readonly rtl?: true;
  /** The digits of its own (CLDR's name) that its readers may choose instead of 0 to 9. */
  readonly digits?: string;
  /** Set while words are missing or were not read by a native: staff alone see its pages, and it is offered nowhere. */
  readonly draft?: true;
  /** What a draft reads like where it has no words; the first language where this is not said. */
  readonly instead?: string;
}

/**
 * The languages that people read the product in, by their BCP 47 tags. The first one is meant where no choice was made, and has
 * all words. A language is a folder beside this file and a line here.
 */
export const languages = {
  en: { name: 'English' },
  tr: { name: 'Türkçe' },
  de: { name: 'Deutsch' },
  ar: { name: 'العربية', rtl: true, digits: 'arab' },
} as const satisfies Readonly<Record<string, Language>>;

/** A language by its BCP 47 tag, as `Intl` and the `lang` of a page take it. */
export type Locale = keyof typeof languages;

/** One that people are offered: no draft. */
export type OfferedLocale = {
  [L in Locale]: (typeof languages)[L] extends { readonly draft: true } ? never : L;
}[Locale];

export const languageOf = (locale: Locale): Language => languages[locale];
