import type { Duration } from '../base/duration';

export interface SmsMessage {
  /** E.164. */
  to: string;
  text: string;
  /** How long the provider goes on trying to deliver it; a few minutes by default, as a code is good for. */
  keepFor?: Duration;
  /** Stable over retries of one message; providers that know idempotency keys receive it. */
  key: string;
}

/** Sends one text message; throws to be retried. */
export interface Sms {
  send(message: SmsMessage): Promise<void>;
  /** As `forget` of the mailer. */
  forget?(to: string): Promise<void>;
}
