import type { LucideIcon } from 'lucide-react';
import type { ComponentType } from 'react';
import type { ListView } from './components/views';

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

/** What the file of a resource exports: all that routes, navigation and home page know of it. */
export interface ConsoleResource {
  /** As in `/api/admin/{name}` and `/admin/{name}`. Its words: `console.<name>.title` and on. */
  readonly name: string;
  readonly icon: LucideIcon;
  /** Absent: it has screens but no place of its own in the navigation. */
  readonly group?: NavigationGroup;
  readonly list?: ComponentType;
  /** Absent: its entries have no screen of their own. */
  readonly show?: ComponentType;
  /** The view of its list that waits for a person. Its words: `console.queue.<name>`. */
  readonly queue?: { readonly icon: LucideIcon; readonly view: ListView };
}
