import { Mail } from 'lucide-react';
import type { ConsoleResource } from '../resource';
import { NotificationList } from './notification-list';

export const notifications: ConsoleResource = {
  name: 'notifications',
  group: 'messages',
  icon: Mail,
  list: NotificationList,
};
