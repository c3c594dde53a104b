import { ClipboardCheck, ListChecks, MailX, TriangleAlert, type LucideIcon } from 'lucide-react';
import { listAddress } from './components/list-address';
import type { SavedQueue } from './components/saved-queues';
import { heldView } from './leads/views';
import { failedView } from './notifications';
import type { ConsoleResource } from './resource';

type View = Pick<SavedQueue, 'filter' | 'sort'>;

export interface Queue {
  /** As in `console.queue.<id>` and in the record of the home page. */
  readonly id: string;
  readonly resource: string;
  readonly icon: LucideIcon;
  readonly view: View;
  /** False: its entries have no screen of their own. */
  readonly opens: boolean;
}

/** Complete applications, however late: the clocks run and approval is possible. */
export const waitingStages = ['review', 'reminded', 'escalated', 'breached'] as const;

/** Applications that wait for a decision, the oldest promise first. */
export const waitingClinics: View = {
  filter: { stage: waitingStages },
  sort: { field: 'dueAt', order: 'ASC' },
};

/** What waits for a person, in the order in which it is looked at. */
export const queues: readonly Queue[] = [
  {
    id: 'clinics',
    resource: 'clinics',
    icon: ClipboardCheck,
    view: waitingClinics,
    opens: true,
  },
  {
    id: 'leads',
    resource: 'leads',
    icon: ListChecks,
    view: heldView,
    opens: true,
  },
  {
    id: 'notifications',
    resource: 'notifications',
    icon: MailX,
    view: failedView,
    opens: false,
  },
  {
    id: 'jobs',
    resource: 'jobs',
    icon: TriangleAlert,
    view: { filter: {}, sort: { field: 'id', order: 'DESC' } },
    opens: false,
  },
];

/** Links to the queues whose resource is there. */
export const queueLinks = (resources: readonly ConsoleResource[]) =>
  queues
    .filter(({ resource }) => resources.some(({ name }) => name === resource))
    .map(({ id, resource, icon, view }) => ({ id, icon, to: listAddress(resource, view) }));
