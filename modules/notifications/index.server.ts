export { forgetOldNotifications } from './commands/forget-old';
export { markNoticesRead } from './commands/mark-notices-read';
export { postNotice } from './commands/post-notice';
export { queueNotification, type NewNotification } from './commands/queue-notification';
export { resendNotification } from './commands/resend-notification';
export { endMailsAbout, setPreferences } from './commands/set-preferences';
export {
  countQueued,
  dropQueued,
  markDropped,
  markFailed,
  markSent,
  noteAttempt,
} from './commands/settle-notification';
export { sendEmailJob } from './jobs/send-email';
export { listNotifications, readNotification } from './queries/list-notifications';
export { ownNoticeRows, unreadNotices, type NoticeRow } from './queries/own-notices';
export { ownPreferences, wantsMail } from './queries/preferences';
export { findNotification, findUnsent, joinedNews, type NotificationRow } from './repo.server';
export { failedRows, failedQueue } from './queries/failed-queue';
export { personData, waitsFor } from './person-data.server';
