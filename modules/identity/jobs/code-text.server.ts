import { setupI18n, type I18n } from '@lingui/core';
import { compileMessage } from '@lingui/message-utils/compileMessage';
import english from '#messages/en/sms';
import turkish from '#messages/tr/sms';
import type { Locale } from '#platform/base/locale';
import { codeLife } from '../settings';
import { minutes } from '#platform/base/duration';

const textsIn = (locale: Locale, texts: Record<string, string>): I18n => {
  const i18n = setupI18n({ locale, messages: { [locale]: texts } });
  i18n.setMessagesCompiler(compileMessage);
  return i18n;
};

const i18nIn: Record<Locale, I18n> = { en: textsIn('en', english), tr: textsIn('tr', turkish) };

const life = codeLife / minutes(1);

/**
 * In the language in which the code was asked for. Ends with the line that lets browsers fill in the code on our host
 * only; names nobody and no treatment.
 */
export const smsText = (code: string, publicUrl: string, locale: Locale): string =>
  i18nIn[locale]._('sms.code.text', { code, minutes: life, host: new URL(publicUrl).hostname });

/** The second proof after a long silence, by e-mail. */
export const proofMail = (code: string, locale: Locale): { subject: string; text: string } => ({
  subject: i18nIn[locale]._('sms.proof.subject'),
  text: i18nIn[locale]._('sms.proof.text', { code, minutes: life }),
});
