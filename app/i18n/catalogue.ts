import type { Messages } from '@lingui/core';
import { layered, type Locale, perLocale } from '#platform/base/locale';

/**
 * All message files, by language. A new area is a new file under `languages/<code>/messages/`; nothing here changes.
 * The words of the staff console are its own: nothing of it reaches the public pages.
 */
const files = import.meta.glob<Messages>(
  ['../../languages/*/messages/*.json', '!../../languages/*/messages/console*.json'],
  { eager: true, import: 'default' },
);

const textsOf = (locale: Locale): Messages =>
  Object.assign(
    {},
    ...Object.entries(files)
      .filter(([path]) => path.includes(`/languages/${locale}/messages/`))
      .map(([, texts]) => texts),
  ) as Messages;

/** Only in the browser: modules lay the texts in it that they show, in the page's language (`vite-own-messages.ts`). */
export const ofThisPage: Messages = {};

const ofServer = (): Record<Locale, Messages> => {
  const own = perLocale(textsOf);
  return perLocale((locale) => layered(locale, (one) => own[one]));
};

const ofBrowser = (): Record<Locale, Messages> => perLocale(() => ofThisPage);

export const catalogues = import.meta.env.SSR ? ofServer() : ofBrowser();
