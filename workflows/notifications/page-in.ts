import { defaultLocale, type Locale } from '#platform/base/locale';

/** Of the pages that mails lead to, those that are there once per language; elsewhere the account says it. */
const perLanguage = /^\/(clinic-login|contact|help|login|privacy|(saved-filter|unsubscribe)\/.+)$/;

/** A page of ours as it is in a language. */
export const pageIn = (locale: Locale, path: string): string =>
  locale !== defaultLocale && perLanguage.test(path) ? `/${locale}${path}` : path;
