import { notificationList, notificationRecord } from '#contracts/notifications';
import { listNotifications, readNotification, resendNotification } from '#modules/notifications';
import { defineResource, nothing } from '../resource';
import { serve } from '../serve.server';

const resource = defineResource({
  name: 'notifications',
  list: notificationList,
  record: notificationRecord,
  detail: notificationRecord,
  events: { resend: nothing },
});

export const notifications = serve(resource, {
  list: listNotifications,
  record: (ctx, id) => readNotification(ctx, { notificationId: id }),
  events: { resend: (ctx, { id }) => resendNotification(ctx, { notificationId: id }) },
});
