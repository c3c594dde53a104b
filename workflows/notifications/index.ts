import { markFailed, sendEmailJob } from '#modules/notifications';
import { job } from '#platform/jobs';
import { sendEmailHandler } from './send-email';

export { notificationSubscriptions } from './mails';

/** A mail that used up its tries is marked as failed; staff see it and may have it sent again. */
export const notificationJobs = [job(sendEmailJob, sendEmailHandler, markFailed)];
