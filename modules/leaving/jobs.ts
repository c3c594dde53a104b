import { z } from 'zod';
import { minutes } from '#platform/duration';
import { defineJob } from '#platform/jobs';

/** Writes an archive into the store; asked again, it begins anew. */
export const makeArchiveJob = defineJob({
  name: 'leaving.make-archive',
  payload: z.strictObject({ archiveId: z.uuid() }),
  retry: { limit: 3, delay: minutes(1), backoff: true },
  expiresAfter: minutes(25),
});

/** Takes an archive out of the store. */
export const removeArchiveJob = defineJob({
  name: 'leaving.remove-archive',
  payload: z.strictObject({ archiveId: z.uuid() }),
  retry: { limit: 10, delay: minutes(1), backoff: true },
  expiresAfter: minutes(5),
});

/** Erases in small steps until nothing is left; asked again, it does what is left. */
export const eraseJob = defineJob({
  name: 'leaving.erase',
  payload: z.strictObject({ erasureId: z.uuid() }),
  retry: { limit: 5, delay: minutes(1), backoff: true },
  expiresAfter: minutes(14),
});
