import { setupI18n } from '@lingui/core';
import { compileMessage } from '@lingui/message-utils/compileMessage';
import {
  everyLocale,
  figuresTag,
  isLocale,
  layered,
  type Locale,
  perLocale,
} from '#platform/base/locale';
import { sayingOf } from './values';

type Words = Readonly<Record<string, string>>;
type File = Promise<{ readonly default: Words }>;

/** Of a language the files that are read outside of pages. A bundler finds them by these patterns. */
const filesOf = (locale: Locale): readonly File[] => [
  import(`./${locale}/messages/common.json`) as File,
  import(`./${locale}/messages/catalogue.json`) as File,
  import(`./${locale}/messages/mail.json`) as File,
  import(`./${locale}/messages/notices.json`) as File,
  import(`./${locale}/messages/sms.json`) as File,
  import(`./${locale}/messages/site.json`) as File,
  import(`./${locale}/messages/phrases.json`) as File,
];

/** A draft may lack a file; of a whole language one that is missing ends the start. */
const readAll = async (locale: Locale): Promise<Words> => {
  const without = (error: unknown) => {
    if (isLocale(locale)) throw error;
    return { default: {} };
  };
  const files = await Promise.all(filesOf(locale).map((file) => file.catch(without)));
  return Object.assign({}, ...files.map((file) => file.default)) as Words;
};
const read = await Promise.all(everyLocale.map(readAll));
const own = perLocale((locale) => read[everyLocale.indexOf(locale)]!);

/** The text of a key (ICU), with the values that it names. */
export type SpokenText = (key: string, values?: Record<string, unknown>) => string;

const texts = perLocale((locale): SpokenText => {
  const messages = layered(locale, (one) => own[one]);
  const i18n = setupI18n({
    locale,
    locales: figuresTag(locale, 'latin'),
    messages: { [locale]: messages },
  });
  // Words of a build are compiled already; those of sources are when they are asked for.
  i18n.setMessagesCompiler(compileMessage);
  const [say, sayPlainly] = [sayingOf(i18n, locale, 'latin'), i18n._.bind(i18n)];
  // Phones look for codes in text messages by their signs.
  return (key, values) => (key.startsWith('sms.') ? sayPlainly : say)(key, values);
});

/** The keys of these words that begin with a prefix. */
export const spokenKeys = (prefix: string): string[] =>
  Object.keys(own[everyLocale[0]]).filter((key) => key.startsWith(prefix));

/**
 * The words of a language that are said outside of pages: in mails, notifications and text messages, in ready-made sentences
 * of conversations, and what the site says until staff change it.
 */
export const spokenIn = (locale: Locale): SpokenText => texts[locale];
