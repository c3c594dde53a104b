import { PanelsTopLeft } from 'lucide-react';
import type { ConsoleResource } from '../resource';
import { ContentList } from './content-list';
import { ContentShow } from './content-show';

export const content: ConsoleResource = {
  name: 'content',
  group: 'system',
  icon: PanelsTopLeft,
  list: ContentList,
  show: ContentShow,
};
