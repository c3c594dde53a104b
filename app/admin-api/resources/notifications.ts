import { notificationList, notificationRecord } from '#contracts/notifications';
import { defineResource, nothing } from '../resource';

export const notifications = defineResource({
  name: 'notifications',
  list: notificationList,
  record: notificationRecord,
  detail: notificationRecord,
  events: { resend: nothing },
});
