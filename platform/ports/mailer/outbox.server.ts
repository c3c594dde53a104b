import type { Mailer } from '../mailer';
import type { Outbox } from '../outbox';

/** Delivers to the outbox page. */
export const outboxMailer = (outbox: Outbox): Mailer => ({
  send: ({ to, subject, text, key }) => outbox.put({ channel: 'email', to, subject, text, key }),
});
