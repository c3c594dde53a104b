import type { Reader, RecipientType } from '#contracts/notifications';
import { defaultLocale, type Locale } from '#platform/base/locale';
import type { Env } from '#platform/config/env';
import { signId } from '#platform/config/signed-id';

/** Where the link of a mail is confirmed; looking there changes nothing. */
export const linkPage = (reader: RecipientType, link: string): string =>
  `${reader === 'clinic' ? '/clinic' : '/profile'}/email?link=${link}`;

/** The list of what happened, of whoever has an account. */
export const noticesPage: Readonly<Record<Reader, string>> = {
  patient: '/notifications',
  clinic: '/clinic/notifications',
};

/** What a signed id of a mail is good for: ending mails like it. */
export const unsubscribing = 'notifications.unsubscribe';

/** Where the recipient of a mail ends mails like it without signing in: names the mail, signed, and no person. */
export const unsubscribePage = (env: Env, notificationId: string): string =>
  `/unsubscribe/${signId(env, unsubscribing, notificationId)}`;

/** Of the pages that mails lead to, those that are there once per language; elsewhere the account says it. */
const perLanguage = /^\/(clinic-login|contact|help|login|privacy|(saved-filter|unsubscribe)\/.+)$/;

/** A page of ours as it is in a language. */
export const pageIn = (locale: Locale, path: string): string =>
  locale !== defaultLocale && perLanguage.test(path) ? `/${locale}${path}` : path;
