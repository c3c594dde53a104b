import type { RecipientType } from '#contracts/notifications';
import type { Env } from '#platform/config/env';
import { signId } from '#platform/config/signed-id';

/** Where the link of a mail is confirmed; looking there changes nothing. */
export const linkPage = (reader: RecipientType, link: string): string =>
  `${reader === 'clinic' ? '/clinic' : '/profile'}/email?link=${link}`;

/** What a signed id of a mail is good for: ending mails like it. */
export const unsubscribing = 'notifications.unsubscribe';

/** Where the recipient of a mail ends mails like it without signing in: names the mail, signed, and no person. */
export const unsubscribePage = (env: Env, notificationId: string): string =>
  `/unsubscribe/${signId(env, unsubscribing, notificationId)}`;
