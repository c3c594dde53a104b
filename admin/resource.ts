import type { LucideIcon } from 'lucide-react';
import type { ComponentType } from 'react';

/** Where a resource stands in the navigation: by task, not by table. */
export const navigationGroups = [
  'queues',
  'clinics',
  'requests',
  'people',
  'messages',
  'system',
] as const;
export type NavigationGroup = (typeof navigationGroups)[number];

/** What the folder of a resource exports. Its words: `console.<name>.title` and on. */
export interface ConsoleResource {
  /** As in `/api/admin/{name}` and `/admin/{name}`. */
  readonly name: string;
  readonly icon: LucideIcon;
  /** Absent: it has screens but no place in the navigation. */
  readonly group?: NavigationGroup;
  readonly list?: ComponentType;
  readonly show?: ComponentType;
}
