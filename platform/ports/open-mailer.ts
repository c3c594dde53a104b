import path from 'node:path';
import type { Env } from '../env';
import type { Mailer } from './mailer';
import { outboxMailer } from './mailer/outbox.server';
import { openOutbox } from './outbox';

/** The sender of e-mails. Production has no provider yet: a message is refused there, never kept on disk. */
export function openMailer(env: Env): Mailer {
  if (env.mode === 'production')
    return { send: () => Promise.reject(new Error('no e-mail provider is configured')) };
  return outboxMailer(openOutbox(path.resolve(env.DATA_DIR, 'outbox')));
}
