import { listNotifications, readNotification, resendNotification } from '#modules/notifications';
import { notifications } from '../resources/notifications';
import { serve } from '../serve.server';

export const notificationEndpoints = serve(notifications, {
  list: listNotifications,
  record: (ctx, id) => readNotification(ctx, { notificationId: id }),
  events: { resend: (ctx, { id }) => resendNotification(ctx, { notificationId: id }) },
});
