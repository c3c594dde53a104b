import type { Messages } from '@lingui/core';
import { defaultLocale, locales, type Locale } from '#platform/base/locale';

/**
 * All message files, by language. A new area is a new file under `messages/<locale>/`; nothing here changes.
 * The words of the staff console are its own: nothing of it reaches the public pages.
 */
const files = import.meta.glob<Messages>(
  ['../../messages/*/*.json', '!../../messages/*/console*.json'],
  { eager: true, import: 'default' },
);

const textsOf = (locale: Locale): Messages =>
  Object.assign(
    {},
    ...Object.entries(files)
      .filter(([path]) => path.includes(`/messages/${locale}/`))
      .map(([, texts]) => texts),
  ) as Messages;

/** Only in the browser: modules lay the texts in it that they show, in the page's language (`vite-own-messages.ts`). */
export const ofThisPage: Messages = {};

const ofServer = (): Record<Locale, Messages> => {
  const otherwise = textsOf(defaultLocale);
  // What has no text yet in a language reads in the one that all have.
  const all = locales.map((locale) => [locale, { ...otherwise, ...textsOf(locale) }]);
  return Object.fromEntries(all) as Record<Locale, Messages>;
};

const ofBrowser = (): Record<Locale, Messages> =>
  Object.fromEntries(locales.map((locale) => [locale, ofThisPage])) as Record<Locale, Messages>;

export const catalogues = import.meta.env.SSR ? ofServer() : ofBrowser();
