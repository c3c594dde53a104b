import { type I18n, setupI18n } from '@lingui/core';
import { sayingOf } from '#languages/values.ts';
import { type Digits, figuresTag, type Locale, perLocale } from '#platform/base/locale';
import { catalogues } from './catalogue';

/** Components get an object that stands for the instance: what they ask it for has to be a property. */
type Instance = I18n & { readonly digits: Digits };

const make = (locale: Locale, digits: Digits): Instance => {
  const i18n = setupI18n({
    locale,
    locales: figuresTag(locale, digits),
    messages: { [locale]: catalogues[locale] },
    missing: (_locale, key) => {
      // A module shows what it does not bring: journeys fail at it.
      if (!import.meta.env.SSR && !mayBeMissing(key)) reportError(new Error(`no text for ${key}`));
      return insteadOf(key);
    },
  });
  return Object.assign(i18n, { _: sayingOf(i18n, locale, digits), digits });
};

/** One instance per process, language and digits: texts hold nothing of a request. */
const instances = {
  latin: perLocale((locale) => make(locale, 'latin')),
  own: perLocale((locale) => make(locale, 'own')),
};

export const i18nIn = (locale: Locale, digits: Digits = 'latin'): I18n => instances[digits][locale];

/** Which digits the texts of an instance are written with. */
export const digitsOf = (i18n: I18n): Digits => (i18n as Instance).digits;

/** A choice that is no longer on offer has no text any more. */
const mayBeMissing = (key: string): boolean => key.startsWith('catalogue.');

/** Stands in for a message that is missing: such a choice still reads as words, not as its key. */
const insteadOf = (key: string): string =>
  mayBeMissing(key) ? key.slice(key.lastIndexOf('.') + 1).replaceAll('-', ' ') : key;
