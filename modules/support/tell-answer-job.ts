import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { transaction } from '#platform/context';
import { minutes, seconds } from '#platform/duration';
import { publish } from '#platform/events';
import { newId } from '#platform/ids';
import { defineJob, type JobHandler } from '#platform/jobs';
import { answerFacts } from './facts';
import { ticket } from './tables.server';

/** Enqueued with each answer to somebody with an account, for a moment later. */
export const tellAnswerJob = defineJob({
  name: 'support.tell-answer',
  payload: z.strictObject({ ticketId: z.uuid(), messageId: z.uuid() }),
  retry: { limit: 10, delay: seconds(10), backoff: true },
  expiresAfter: minutes(2),
});

/** Tells of answers that nobody has looked at, once per burst; nothing when somebody has, and nothing the second time. */
export const tellAnswerHandler: JobHandler<typeof tellAnswerJob.payload> = (ctx, job) =>
  transaction(ctx, async (tx) => {
    const { ticketId, messageId } = job.payload;
    const [row] = await tx.db.select().from(ticket).where(eq(ticket.id, ticketId)).for('update');
    if (!row || row.unreadFrom !== messageId) return;
    const { owner, ownerId } = row;
    if (owner === 'visitor' || ownerId === null) return;
    // The burst goes on under another name: a repeat of this job does not know it.
    await tx.db.update(ticket).set({ unreadFrom: newId() }).where(eq(ticket.id, ticketId));
    await publish(tx, answerFacts['support.unread'], { ticketId, owner, ownerId });
  });
