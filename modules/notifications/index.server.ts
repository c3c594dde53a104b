export { queueNotification, type NewNotification } from './commands/queue-notification';
export { resendNotification } from './commands/resend-notification';
export { markDropped, markFailed, markSent, noteAttempt } from './commands/settle-notification';
export { sendEmailJob } from './jobs/send-email';
export { listNotifications, readNotification } from './queries/list-notifications';
export { findUnsent, type NotificationRow } from './repo.server';
export { failedQueue } from './queries/failed-queue';
