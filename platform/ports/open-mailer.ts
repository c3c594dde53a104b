import path from 'node:path';
import type { Env } from '../config/env';
import type { Mailer } from './mailer';
import { outboxMailer } from './mailer/outbox.server';
import { smtpMailer } from './mailer/smtp.server';
import { openOutbox } from './outbox';

/** Where the SMTP server listens. */
export const smtpPortOf = ({ SMTP_PORT, SMTP_SECURITY }: Env): number =>
  SMTP_PORT ?? (SMTP_SECURITY === 'tls' ? 465 : 587);

/** The sender of e-mails that the settings name. */
export function openMailer(env: Env): Mailer {
  if (env.MAIL_PROVIDER === 'outbox')
    return outboxMailer(openOutbox(path.resolve(env.DATA_DIR, 'outbox')));
  return smtpMailer({
    host: env.SMTP_HOST!,
    port: smtpPortOf(env),
    security: env.SMTP_SECURITY,
    user: env.SMTP_USER,
    password: env.SMTP_PASSWORD,
    from: env.MAIL_FROM!,
    idempotencyHeader: env.SMTP_IDEMPOTENCY_HEADER,
  });
}
