import type { LucideIcon } from 'lucide-react';
import type { ComponentType } from 'react';
import type { RaRecord } from 'react-admin';
import { ConsoleList, type ListOf } from './components/console-list';
import { useQueueRefresh } from './components/live';
import { RecordPage } from './components/record-page';
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

/** One description of a resource: its place, its list with filters, views and export, and the page of a record. */
interface Described<R, D> extends Pick<ConsoleResource, 'name' | 'icon' | 'group' | 'queue'> {
  readonly list: ListOf<R>;
  /** Absent: the rows of the list lead nowhere. */
  readonly page?: ComponentType<{ readonly record: D }>;
  /** The page has a place of its own for the team's notes. */
  readonly ownNotes?: boolean;
  /** List and page show what changes when the stream names the queue of this name. */
  readonly live?: boolean;
}

/** A resource from its description; `D` is what the API gives of one record, where that is more than a row. */
export function resourceOf<R extends RaRecord, D extends RaRecord = R>(
  described: Described<R, D>,
): ConsoleResource {
  const { list, page, live, ownNotes, ...resource } = described;
  const refresh = live ? <Live queue={resource.name} /> : null;
  return {
    ...resource,
    list: () => (
      <>
        {refresh}
        <ConsoleList<R> of={list} opens={page !== undefined} />
      </>
    ),
    show:
      page &&
      (() => (
        <>
          {refresh}
          <RecordPage<D> page={page} ownNotes={ownNotes} />
        </>
      )),
  };
}

function Live({ queue }: { queue: string }) {
  useQueueRefresh(queue);
  return null;
}
