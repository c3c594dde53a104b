import { FileHeart } from 'lucide-react';
import type { ConsoleResource } from '../resource';
import { LeadList } from './lead-list';
import { LeadShow } from './lead-show';

export const leads: ConsoleResource = {
  name: 'leads',
  group: 'requests',
  icon: FileHeart,
  list: LeadList,
  show: LeadShow,
};
