import { ScrollText } from 'lucide-react';
import type { ConsoleResource } from '../resource';
import { AuditList } from './audit-list';

export const audit: ConsoleResource = {
  name: 'audit',
  group: 'system',
  icon: ScrollText,
  list: AuditList,
};
