import { z } from 'zod';
import { notificationStates, recipientTypes, sentBy } from './values';

export * from './schemas';
export * from './values';

const instant = z.iso.datetime();

/** `GET /api/admin/notifications`. No address and no words: what was sent is rendered from ids. */
export const notificationRecord = z.strictObject({
  id: z.uuid(),
  kind: z.string(),
  channel: z.enum(sentBy),
  recipientType: z.enum(recipientTypes),
  recipientId: z.uuid(),
  facts: z.record(z.string(), z.string()),
  status: z.enum(notificationStates),
  attempts: z.int(),
  lastError: z.string().nullable(),
  createdAt: instant,
  sentAt: instant.nullable(),
  failedAt: instant.nullable(),
  resends: z.int(),
  /** Of `resend`. */
  allowedEvents: z.array(z.string()),
});
export type NotificationRecord = z.output<typeof notificationRecord>;
