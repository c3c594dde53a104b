import type { Outbox } from '../outbox';
import type { Sms } from '../sms';

/** Delivers to the outbox page. */
export const outboxSms = (outbox: Outbox): Sms => ({
  send: ({ to, text, key }) => outbox.put({ channel: 'sms', to, subject: null, text, key }),
  forget: (to) => outbox.forget(to),
});
