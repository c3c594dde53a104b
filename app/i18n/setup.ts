import { setupI18n, type I18n } from '@lingui/core';
import { english } from './catalogue';
import { insteadOf, mayBeMissing } from './instead-of';

export const defaultLocale = 'en';

/** One instance per process and language: texts hold nothing of a request. */
export const i18n: I18n = setupI18n({
  locale: defaultLocale,
  messages: { [defaultLocale]: english },
  missing: (_locale, key) => {
    // A module shows what it does not bring: journeys fail at it.
    if (!import.meta.env.SSR && !mayBeMissing(key)) reportError(new Error(`no text for ${key}`));
    return insteadOf(key);
  },
});

export type Values = Record<string, string | number | Date>;
