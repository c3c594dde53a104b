import { setupI18n, type Messages } from '@lingui/core';
import catalogue from '#languages/en/messages/catalogue.json';
import common from '#languages/en/messages/common.json';

/** `console.json` and `console-<area>.json`. */
const words = import.meta.glob<Messages>('../languages/en/messages/console*.json', {
  eager: true,
  import: 'default',
});

export type Values = Record<string, string | number>;

/** The words of the console, and of the catalogue; compiled when the console is built. */
export const i18n = setupI18n({
  locale: 'en',
  // A choice that is no longer on offer reads as words.
  missing: (_locale, key) => key.slice(key.lastIndexOf('.') + 1).replaceAll('-', ' '),
  messages: {
    en: Object.assign({}, common, catalogue, ...Object.values(words)) as unknown as Messages,
  },
});

/** The text of a key, outside of components; inside, `useText`. */
export const text = (key: string, values?: Values): string => i18n._(key, values);

/** Whether a key has a text; for words that come from the API and may be newer than this build. */
export const hasText = (key: string): boolean => key in i18n.messages;

const languageNames = new Intl.DisplayNames('en', { type: 'language' });

/** A language by its tag, in the words of the console. */
export const languageName = (tag: string): string => languageNames.of(tag) ?? tag;

export type Text = typeof text;

/** The texts of the console in its one language. */
export const useText = (): Text => text;
