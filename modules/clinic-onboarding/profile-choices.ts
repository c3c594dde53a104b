/** The country that the form offers, and that an absent one counts as (docs/product.md, Clinic onboarding). */
export const defaultCountry = 'United States';

/** Spoken there, ISO 639-1, in the order in which they are offered. */
export const languages = [
  ...['en', 'tr', 'de', 'fr', 'es', 'it', 'nl', 'pl', 'ru', 'uk', 'ar', 'fa', 'he', 'el'],
  ...['bg', 'ro', 'pt', 'sv'],
] as const;
export type Language = (typeof languages)[number];

export const maxDoctors = 20;
