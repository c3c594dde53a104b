import path from 'node:path';
import type { Env } from '../config/env';
import { openOutbox } from './outbox';
import type { Sms } from './sms';
import { withBreaker } from './sms/breaker.server';
import { outboxSms } from './sms/outbox.server';
import type { TwilioOptions } from './sms/twilio.server';
import { webhookSms } from './sms/webhook.server';

/** The sender of text messages that the settings name. */
export function openSms(env: Env): Sms {
  switch (env.SMS_PROVIDER) {
    case 'outbox':
      return outboxSms(openOutbox(path.resolve(env.DATA_DIR, 'outbox')));
    case 'twilio':
      return withBreaker(
        twilioWhenUsed({
          accountSid: env.TWILIO_ACCOUNT_SID!,
          authToken: env.TWILIO_AUTH_TOKEN!,
          from: env.TWILIO_FROM!,
          baseUrl: env.TWILIO_API_BASE_URL,
        }),
      );
    case 'webhook':
      return withBreaker(
        webhookSms({ url: env.SMS_WEBHOOK_URL!, secret: env.SMS_WEBHOOK_SECRET! }),
      );
  }
}

/** The provider's library is large: it is loaded with the first message. */
function twilioWhenUsed(options: TwilioOptions): Sms {
  let opened: Promise<Sms> | undefined;
  const open = async () => (await import('./sms/twilio.server')).twilioSms(options);
  return { send: async (message) => (await (opened ??= open())).send(message) };
}
