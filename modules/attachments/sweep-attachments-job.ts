import { z } from 'zod';
import { minutes } from '#platform/duration';
import { defineJob, type JobHandler } from '#platform/jobs';
import { sweepAttachments } from './commands/sweep-attachments';

const nothing = z.object({});

/** Sent by the clock once an hour. */
export const sweepAttachmentsJob = defineJob({
  name: 'attachments.sweep',
  payload: nothing,
  retry: { limit: 3, delay: minutes(1), backoff: true },
  expiresAfter: minutes(30),
});

export const sweepAttachmentsHandler: JobHandler<typeof nothing> = async (ctx) => {
  ctx.log.info({ ...(await sweepAttachments(ctx)) }, 'attachments.swept');
};
