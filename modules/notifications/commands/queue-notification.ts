import { sqlNow } from '#platform/clock';
import type { TxCtx } from '#platform/context';
import { newId } from '#platform/ids';
import { enqueue } from '#platform/jobs';
import { sendEmailJob } from '../jobs/send-email';
import type { RecipientType } from '../states';
import { notification } from '../tables.server';

export interface NewNotification {
  /** Dotted word of the template. */
  readonly kind: string;
  readonly recipient: { readonly type: RecipientType; readonly id: string };
  /** What happened: the id of the fact's delivery, the same each time it is delivered. */
  readonly factId: string;
  /** Ids that the template needs; nothing personal. */
  readonly facts?: Readonly<Record<string, string>>;
}

/**
 * Takes down that somebody is to be told, and enqueues the mail: both within the open transaction, so nothing
 * is sent for one that rolls back. The same fact, kind and recipient, also fifty times at once, is one
 * notification.
 */
export async function queueNotification(ctx: TxCtx, wish: NewNotification): Promise<void> {
  const { kind, recipient, factId, facts = {} } = wish;
  const [added] = await ctx.db
    .insert(notification)
    .values({
      id: newId(),
      key: `${kind}:${factId}:${recipient.type}:${recipient.id}`,
      kind,
      channel: 'email',
      recipientType: recipient.type,
      recipientId: recipient.id,
      facts: { ...facts },
      status: 'queued',
      createdAt: sqlNow,
    })
    .onConflictDoNothing({ target: notification.key })
    .returning({ id: notification.id });
  if (added) await enqueue(ctx, sendEmailJob, { notificationId: added.id, resend: 0 });
}
