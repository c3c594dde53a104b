import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { transaction, type TxCtx } from '#platform/context';
import { minutes, seconds } from '#platform/duration';
import { publish } from '#platform/events';
import { newId } from '#platform/ids';
import { defineJob, enqueue, type JobHandler } from '#platform/jobs';
import { messagingFacts } from './facts';
import type { Side } from './sides';
import { conversation } from './tables.server';

/** Enqueued with the first unseen message of a burst, for ten minutes later. */
export const tellUnreadJob = defineJob({
  name: 'messaging.tell-unread',
  payload: z.strictObject({
    offerId: z.uuid(),
    to: z.enum(['patient', 'clinic']),
    messageId: z.uuid(),
  }),
  retry: { limit: 10, delay: seconds(10), backoff: true },
  expiresAfter: minutes(2),
});

/** How long the other side has to look before it is told by mail. */
const patience = minutes(10);

/** A burst of unseen messages begins with this one; somebody is told of it unless they look in time. Once per message. */
export const tellOfBurst = (
  tx: TxCtx,
  burst: { offerId: string; to: Side; messageId: string },
): Promise<string> =>
  enqueue(tx, tellUnreadJob, burst, { key: burst.messageId, startAfter: patience });

/** Tells of a burst that nobody has looked at; nothing when they have, and nothing the second time. */
export const tellUnreadHandler: JobHandler<typeof tellUnreadJob.payload> = (ctx, job) =>
  transaction(ctx, async (tx) => {
    const { offerId, to, messageId } = job.payload;
    const [row] = await tx.db
      .select()
      .from(conversation)
      .where(eq(conversation.id, offerId))
      .for('update');
    const from = to === 'patient' ? row?.patientUnreadFrom : row?.clinicUnreadFrom;
    if (!row || from !== messageId) return;
    // The burst goes on under another name: a repeat of this job does not know it.
    const told = to === 'patient' ? { patientUnreadFrom: newId() } : { clinicUnreadFrom: newId() };
    await tx.db.update(conversation).set(told).where(eq(conversation.id, offerId));
    const { leadId, patientId, clinicId } = row;
    await publish(tx, messagingFacts['messaging.unread'], {
      offerId,
      leadId,
      patientId,
      clinicId,
      to,
    });
  });
