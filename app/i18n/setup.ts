import { type I18n, setupI18n } from '@lingui/core';
import { type Locale, perLocale } from '#platform/base/locale';
import { catalogues } from './catalogue';

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
const instances = perLocale(make);

export const i18nIn = (locale: Locale): I18n => instances[locale];

export type Values = Record<string, string | number | Date>;

/** A choice that is no longer on offer has no text any more. */
const mayBeMissing = (key: string): boolean => key.startsWith('catalogue.');

/** Stands in for a message that is missing: such a choice still reads as words, not as its key. */
const insteadOf = (key: string): string =>
  mayBeMissing(key) ? key.slice(key.lastIndexOf('.') + 1).replaceAll('-', ' ') : key;
