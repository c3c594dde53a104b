import { setupI18n } from '@lingui/core';
import english from '#messages/en/catalogue';
import englishCommon from '#messages/en/common';
import englishMail from '#messages/en/mail';
import englishNotices from '#messages/en/notices';
import turkish from '#messages/tr/catalogue';
import turkishCommon from '#messages/tr/common';
import turkishMail from '#messages/tr/mail';
import turkishNotices from '#messages/tr/notices';
import { cities, labelKey } from '#contracts/consultation';
import type { Locale } from '#platform/base/locale';

const messages: Record<Locale, Record<string, string>> = {
  en: { ...englishCommon, ...english, ...englishMail, ...englishNotices },
  tr: { ...turkishCommon, ...turkish, ...turkishMail, ...turkishNotices },
};

type Text = (key: string, values?: Record<string, string>) => string;

const textOf = (locale: Locale): Text => {
  const i18n = setupI18n({ locale, messages: { [locale]: messages[locale] } });
  return (key, values) => i18n._(key, values);
};

const texts: Record<Locale, Text> = { en: textOf('en'), tr: textOf('tr') };

/** Words of mails and notices in one language; they are compiled when the worker is built. */
export const textIn = (locale: Locale): Text => texts[locale];

const known: ReadonlySet<string> = new Set(cities);

/** A city in one language: those of the catalogue have a name in each, any other is as it was typed. */
export const cityIn = (locale: Locale, city: string): string =>
  known.has(city) ? textIn(locale)(labelKey('city', city)) : city;

const days = new Map<Locale, Intl.DateTimeFormat>();

/** A day without a time, as people write it. */
export function dayIn(locale: Locale, day: Date): string {
  const format =
    days.get(locale) ?? new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' });
  days.set(locale, format);
  return format.format(day);
}

const times = new Map<string, Intl.DateTimeFormat>();

/** A day and a time as clocks show it in a time zone ('Europe/Istanbul'). */
export function timeIn(locale: Locale, at: Date, timeZone: string): string {
  const name = `${locale} ${timeZone}`;
  const format =
    times.get(name) ??
    new Intl.DateTimeFormat(locale, { dateStyle: 'full', timeStyle: 'short', timeZone });
  times.set(name, format);
  return format.format(at);
}
