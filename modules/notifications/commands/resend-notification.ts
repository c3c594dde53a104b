import { and, eq, inArray, sql } from 'drizzle-orm';
import type { ActorOf } from '#platform/actor';
import { audit } from '#platform/audit';
import { transaction, type Ctx } from '#platform/context';
import { AppError } from '#platform/errors';
import { isId } from '#platform/ids';
import { enqueue } from '#platform/jobs';
import { resendable } from '../allowed-events';
import { sendEmailJob } from '../jobs/send-email';
import { notification } from '../tables.server';

/**
 * Sends a failed notification anew, or one that was sent once more: as another message to the provider, with
 * fresh tries. Of two at once the second is refused.
 *
 * @throws AppError `not_found`, `event_refused`
 */
export async function resendNotification(
  ctx: Ctx<ActorOf<'staff'>>,
  { notificationId }: { notificationId: string },
): Promise<void> {
  if (!isId(notificationId)) throw new AppError('not_found');
  await transaction(ctx, async (tx) => {
    const mine = eq(notification.id, notificationId);
    const [again] = await tx.db
      .update(notification)
      .set({
        status: 'queued',
        resends: sql`${notification.resends} + 1`,
        failedAt: null,
        sentAt: null,
        lastError: null,
      })
      .where(and(mine, inArray(notification.status, [...resendable])))
      .returning({ resend: notification.resends });
    if (!again) {
      const [known] = await tx.db.select({ id: notification.id }).from(notification).where(mine);
      throw new AppError(known ? 'event_refused' : 'not_found');
    }
    await enqueue(tx, sendEmailJob, { notificationId, resend: again.resend });
    await audit(tx, {
      action: 'notifications.resend',
      object: { type: 'notification', id: notificationId },
      facts: { resend: again.resend },
    });
  });
}
