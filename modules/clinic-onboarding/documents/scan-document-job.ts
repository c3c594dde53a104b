import { z } from 'zod';
import { minutes, seconds } from '#platform/duration';
import { defineJob } from '#platform/jobs';

/** Enqueued with each document. A scanner that is away is waited for about half a day, then staff retry. */
export const scanDocumentJob = defineJob({
  name: 'clinic-onboarding.scan-document',
  payload: z.strictObject({ documentId: z.uuid() }),
  retry: { limit: 20, delay: seconds(10), backoff: true },
  expiresAfter: minutes(3),
});
