import { z } from 'zod';
import { minutes } from '#platform/duration';
import { defineJob, type JobHandler } from '#platform/jobs';
import { remindOfEnds } from './remind-of-ends';

const nothing = z.object({});

/** Sent by the clock once an hour. */
export const remindOfEndsJob = defineJob({
  name: 'clinic-onboarding.remind-of-ends',
  payload: nothing,
  retry: { limit: 3, delay: minutes(1), backoff: true },
  expiresAfter: minutes(30),
});

export const remindOfEndsHandler: JobHandler<typeof nothing> = async (ctx) => {
  ctx.log.info({ given: await remindOfEnds(ctx) }, 'clinic-onboarding.reminded-of-ends');
};
