import { z } from 'zod';
import { minutes } from '#platform/duration';
import { defineJob, type JobHandler } from '#platform/jobs';
import { alignScans } from './commands/align-scans';
import { sweepPictures } from '../pictures/sweep-pictures';
import { sweepDocuments } from './commands/sweep-documents';

const nothing = z.object({});

/** Sent by the clock once an hour. */
export const sweepDocumentsJob = defineJob({
  name: 'clinic-onboarding.sweep-documents',
  payload: nothing,
  retry: { limit: 3, delay: minutes(1), backoff: true },
  expiresAfter: minutes(30),
});

export const sweepDocumentsHandler: JobHandler<typeof nothing> = async (ctx) => {
  const swept = await sweepDocuments(ctx);
  const realigned = await alignScans(ctx);
  const pictures = await sweepPictures(ctx);
  ctx.log.info({ ...swept, realigned, pictures }, 'clinic-onboarding.documents-swept');
};
