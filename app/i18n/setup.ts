import { setupI18n, type I18n } from '@lingui/core';
import { locales, type Locale } from '#platform/base/locale';
import { catalogues } from './catalogue';
import { insteadOf, mayBeMissing } from './instead-of';

const make = (locale: Locale): I18n =>
  setupI18n({
    locale,
    messages: { [locale]: catalogues[locale] },
    missing: (_locale, key) => {
      // A module shows what it does not bring: journeys fail at it.
      if (!import.meta.env.SSR && !mayBeMissing(key)) reportError(new Error(`no text for ${key}`));
      return insteadOf(key);
    },
  });

/** One instance per process and language: texts hold nothing of a request. */
const instances = Object.fromEntries(locales.map((locale) => [locale, make(locale)])) as Record<
  Locale,
  I18n
>;

export const i18nIn = (locale: Locale): I18n => instances[locale];

export type Values = Record<string, string | number | Date>;
