import { z } from 'zod';
import { minutes } from '#platform/duration';
import { defineJob } from '#platform/jobs';

/**
 * Sends one notification by e-mail. The waits double from a minute or two to an hour each, so that the last of
 * the 28 repeats comes about a day after the first try. `resend` counts what staff asked for: a job of an
 * earlier round does nothing.
 */
export const sendEmailJob = defineJob({
  name: 'notifications.send-email',
  payload: z.strictObject({ notificationId: z.uuid(), resend: z.int().min(0) }),
  retry: { limit: 28, delay: minutes(1), backoff: true },
  expiresAfter: minutes(2),
  // 50,000 at once are sent within 25 minutes by one worker while the database answers as usual.
  rate: { perSecond: 40, least: 5, burst: 20 },
});
