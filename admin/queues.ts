import { ClipboardCheck, type LucideIcon } from 'lucide-react';
import { listAddress } from './components/list-address';
import type { SavedQueue } from './components/saved-queues';
import type { ConsoleResource } from './resource';

interface Queue {
  /** As in `console.queue.<id>` and in the record of the home page. */
  readonly id: string;
  readonly resource: string;
  readonly icon: LucideIcon;
  readonly view: Pick<SavedQueue, 'filter' | 'sort'>;
}

/** Complete applications, however late: the clocks run and approval is possible. */
export const waitingStages = ['review', 'reminded', 'escalated', 'breached'] as const;

/** What waits for a person, in the order in which it is looked at. */
export const queues: readonly Queue[] = [
  {
    id: 'clinics',
    resource: 'clinics',
    icon: ClipboardCheck,
    view: {
      filter: { stage: waitingStages },
      sort: { field: 'dueAt', order: 'ASC' },
    },
  },
];

/** Links to the queues whose resource is there. */
export const queueLinks = (resources: readonly ConsoleResource[]) =>
  queues
    .filter(({ resource }) => resources.some(({ name }) => name === resource))
    .map(({ id, resource, icon, view }) => ({ id, icon, to: listAddress(resource, view) }));
