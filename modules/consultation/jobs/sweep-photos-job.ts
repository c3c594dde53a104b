import { z } from 'zod';
import { minutes } from '#platform/duration';
import { defineJob, type JobHandler } from '#platform/jobs';
import { sweepPhotos } from '../commands/sweep-photos';

const nothing = z.object({});

/** Sent by the clock once an hour. */
export const sweepPhotosJob = defineJob({
  name: 'consultation.sweep-photos',
  payload: nothing,
  retry: { limit: 3, delay: minutes(1), backoff: true },
  expiresAfter: minutes(30),
});

export const sweepPhotosHandler: JobHandler<typeof nothing> = async (ctx) => {
  const swept = await sweepPhotos(ctx);
  ctx.log.info({ ...swept }, 'consultation.photos-swept');
};
