import { setupI18n } from '@lingui/core';
import { compileMessage } from '@lingui/message-utils/compileMessage';
import texts from '#messages/en/sms';
import { codeLife } from '../settings';
import { minutes } from '#platform/duration';

const i18n = setupI18n({ locale: 'en', messages: { en: texts } });
i18n.setMessagesCompiler(compileMessage);

const life = codeLife / minutes(1);

/** Ends with the line that lets browsers fill in the code on our host only; names nobody and no treatment. */
export const smsText = (code: string, publicUrl: string): string =>
  i18n._('sms.code.text', { code, minutes: life, host: new URL(publicUrl).hostname });

/** The second proof after a long silence, by e-mail. */
export const proofMail = (code: string): { subject: string; text: string } => ({
  subject: i18n._('sms.proof.subject'),
  text: i18n._('sms.proof.text', { code, minutes: life }),
});
