import { sha256 } from '../../ids';
import type { MailMessage } from '../mailer';
import { MailError } from './mail-error';

/** `name@host` or `Name <name@host>`, as MAIL_FROM holds it. */
const sender =
  /^(?:([^<>"\p{Cc}]{1,100}?)\s*<([^\s<>"(),:;@\p{Cc}]+@[\w.-]+)>|([^\s<>"(),:;@\p{Cc}]+@[\w.-]+))$/u;

export interface Sender {
  readonly name: string;
  readonly address: string;
}

/** Null when it is not one plain address, with or without a name. */
export function readSender(text: string): Sender | null {
  const match = sender.exec(text.trim());
  return match ? { name: match[1] ?? '', address: match[2] ?? match[3]! } : null;
}

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

/** The same key is the same message: mail programs and many servers show it once. */
export const messageIdOf = (key: string, from: Sender): string =>
  `<${sha256(`mail:${key}`).toString('hex').slice(0, 40)}@${from.address.split('@')[1]!}>`;
