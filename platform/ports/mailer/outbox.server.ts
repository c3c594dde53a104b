import type { Mailer } from '../mailer';
import type { Outbox } from '../outbox';
import { refuseUnfit } from './headers';

/** Delivers to the outbox page. */
export const outboxMailer = (outbox: Outbox): Mailer => ({
  send: async ({ to, subject, text, html, key }) => {
    refuseUnfit({ to, subject });
    await outbox.put({ channel: 'email', to, subject, text, html, key });
  },
  forget: (to) => outbox.forget(to),
  close: async () => undefined,
});
