import type { NotificationRow } from './repo.server';

/** States from which staff may have a notification sent again. */
export const resendable = ['failed', 'sent'] as const satisfies Array<NotificationRow['status']>;

export const allowedEventsOf = ({ status }: Pick<NotificationRow, 'status'>): string[] =>
  (resendable as readonly string[]).includes(status) ? ['resend'] : [];
