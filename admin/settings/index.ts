import { SlidersHorizontal } from 'lucide-react';
import type { ConsoleResource } from '../resource';
import { SettingList } from './setting-list';
import { SettingShow } from './setting-show';

export const settings: ConsoleResource = {
  name: 'settings',
  group: 'system',
  icon: SlidersHorizontal,
  list: SettingList,
  show: SettingShow,
};
