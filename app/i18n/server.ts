import { defaultLocale, type Locale, perLocale } from '#platform/base/locale';
import type { Values } from '#languages/values.ts';
import { i18nIn } from './setup';

/** The text of a key, in one language. */
export type Text = (key: string, values?: Values) => string;

const texts = perLocale(
  (locale): Text =>
    (key, values) =>
      i18nIn(locale)._(key, values),
);

/** Texts outside of a component: answers of the API, page titles. In the browser there is the page's language only. */
export const textIn = (locale: Locale): Text => texts[locale];

/** Whether a key has a text; used where a code may or may not have a message of its own. */
export const hasText = (key: string): boolean => key in i18nIn(defaultLocale).messages;
