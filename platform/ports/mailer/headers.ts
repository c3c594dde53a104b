import { sha256 } from '../../base/ids';
import type { Sender } from '../../config/mail-sender';
import type { MailMessage } from '../mailer';
import { MailError } from './mail-error';

const oneAddress = /^[^\s<>"(),:;@\p{Cc}]+@[^\s<>"(),:;@\p{Cc}]+$/u;
const breaksLines = /[\p{Cc}\p{Zl}\p{Zp}]/u;

/**
 * Refuses what could add a recipient or a header of somebody's making: line breaks and other control
 * characters in the subject, and anything but one plain address.
 *
 * @throws MailError `unfit_address`, `unfit_subject`, permanent
 */
export function refuseUnfit({ to, subject }: Pick<MailMessage, 'to' | 'subject'>): void {
  if (!oneAddress.test(to) || to.length > 254) throw new MailError('unfit_address', true);
  if (breaksLines.test(subject)) throw new MailError('unfit_subject', true);
}

/** What servers, providers and mail programs know a message by: letters and digits that say nothing of the key. */
export const mailIdOf = (key: string): string => sha256(`mail:${key}`).toString('hex').slice(0, 40);

/** The same key is the same message: mail programs and many servers show it once. */
export const messageIdOf = (key: string, from: Sender): string =>
  `<${mailIdOf(key)}@${from.address.split('@')[1]!}>`;
