import { LifeBuoy, MessageCircleQuestion } from 'lucide-react';
import { ticketStatuses, type TicketDetailRecord, type TicketRecord } from '#contracts/support';
import { StaffName } from './components/actor-name';
import { search, waits } from './components/console-list';
import { Clock } from './components/times';
import { ascending, descending, waitingIn } from './components/views';
import { resourceOf } from './resource';
import { text } from './text';
import { TicketPage } from './tickets/page';
import { Priority, TicketStatus } from './tickets/status';

const queue = waitingIn(ascending('dueAt'));

/** What people ask the team; what waits for an answer is the first view. */
export const tickets = resourceOf<TicketRecord, TicketDetailRecord>({
  name: 'tickets',
  group: 'messages',
  icon: LifeBuoy,
  queue: { icon: MessageCircleQuestion, view: queue },
  live: true,
  page: TicketPage,
  list: {
    sort: descending('createdAt'),
    views: (staffId) => ({
      'console.queue.tickets': queue,
      ...(staffId ? { 'view.mine': { filter: { assigneeId: staffId } } } : {}),
      'view.all': { filter: {} },
    }),
    filters: [search, waits, { source: 'status', label: 'console.status', ids: ticketStatuses }],
    // What leaves the console: no words, and nobody's name.
    exports: 'all',
    columns: [
      { label: 'id', field: 'id', only: 'export' },
      {
        label: 'from',
        field: 'owner',
        show: ({ owner, clinicName }) => (
          <span className="font-semibold">
            {clinicName ?? text(`console.tickets.owner.${owner}`)}
          </span>
        ),
      },
      { label: 'kind', show: ({ kind }) => text(`console.tickets.kind_of.${kind}`) },
      {
        label: 'console.status',
        field: 'status',
        show: (record) => (
          <span className="flex flex-wrap gap-1.5">
            <TicketStatus record={record} />
            <Priority record={record} />
          </span>
        ),
      },
      { label: 'due', field: 'dueAt', sort: true, show: ({ dueAt }) => <Clock dueAt={dueAt} /> },
      { label: 'assignee', show: ({ assigneeId }) => <StaffName id={assigneeId} /> },
      { label: 'created', field: 'createdAt', as: 'time', sort: true },
    ],
  },
});
