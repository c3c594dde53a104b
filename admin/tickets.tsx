import { LifeBuoy, MessageCircleQuestion } from 'lucide-react';
import { ticketStatuses, type TicketRecord } from '#contracts/support';
import { StaffName } from './components/actor-name';
import { ConsoleList } from './components/console-list';
import type { CsvColumn } from './components/csv';
import type { ListFilter } from './components/filter-bar';
import type { Column } from './components/list-table';
import { useQueueRefresh } from './components/live';
import { Clock, When } from './components/times';
import type { ListView } from './components/views';
import { useStaff } from './providers/auth-provider';
import type { ConsoleResource } from './resource';
import { text, useText, type Text } from './text';
import { TicketShow } from './tickets/page';
import { Priority, TicketStatus } from './tickets/status';

const newestFirst = { field: 'createdAt', order: 'DESC' } as const;
const waitingView: ListView = {
  filter: { queue: 'waiting' },
  sort: { field: 'dueAt', order: 'ASC' },
};

export const tickets: ConsoleResource = {
  name: 'tickets',
  group: 'messages',
  icon: LifeBuoy,
  list: TicketList,
  show: TicketShow,
  queue: { icon: MessageCircleQuestion, view: waitingView },
};

/** What people ask the team; what waits for an answer is the first view. */
function TicketList() {
  const t = useText();
  const staff = useStaff();
  useQueueRefresh('tickets');
  const saved = [
    { label: t('console.queue.tickets'), ...waitingView },
    ...(staff
      ? [
          {
            label: t('console.tickets.view.mine'),
            filter: { assigneeId: staff.id },
            sort: newestFirst,
          },
        ]
      : []),
    { label: t('console.tickets.view.all'), filter: {}, sort: newestFirst },
  ];
  return (
    <ConsoleList<TicketRecord>
      columns={columnsOf(t)}
      filters={filtersOf(t)}
      saved={saved}
      csv={csv}
      sort={newestFirst}
    />
  );
}

const columnsOf = (t: Text): Column<TicketRecord>[] => [
  { key: 'owner', label: t('console.tickets.from'), render: (record) => ownerOf(t, record) },
  {
    key: 'kind',
    label: t('console.tickets.kind'),
    render: ({ kind }) => t(`console.tickets.kind_of.${kind}`),
  },
  { key: 'status', label: t('console.status'), render: statusOf },
  { key: 'due', label: t('console.tickets.due'), sort: 'dueAt', render: dueOf },
  { key: 'assignee', label: t('console.tickets.assignee'), render: assigneeOf },
  { key: 'created', label: t('console.tickets.created'), sort: 'createdAt', render: createdOf },
];
const ownerOf = (t: Text, { owner, clinicName }: TicketRecord) => (
  <span className="font-semibold">{clinicName ?? t(`console.tickets.owner.${owner}`)}</span>
);
const statusOf = (record: TicketRecord) => (
  <span className="flex flex-wrap gap-1.5">
    <TicketStatus record={record} />
    <Priority record={record} />
  </span>
);
const dueOf = ({ dueAt }: TicketRecord) => <Clock dueAt={dueAt} />;
const assigneeOf = ({ assigneeId }: TicketRecord) => <StaffName id={assigneeId} />;
const createdOf = ({ createdAt }: TicketRecord) => <When at={createdAt} />;

const filtersOf = (t: Text): ListFilter[] => [
  { source: 'q', label: t('console.tickets.search') },
  {
    source: 'queue',
    label: t('console.tickets.waits'),
    choices: [{ id: 'waiting', name: t('console.queue.tickets') }],
  },
  {
    source: 'status',
    label: t('console.status'),
    choices: ticketStatuses.map((id) => ({ id, name: t(`console.tickets.status.${id}`) })),
  },
];

/** What leaves the console: no words, and nobody's name. */
const csv: readonly CsvColumn<TicketRecord>[] = [
  { label: text('console.tickets.id'), value: ({ id }) => id },
  { label: text('console.tickets.from'), value: ({ owner }) => owner },
  { label: text('console.status'), value: ({ status }) => status },
  { label: text('console.tickets.due'), value: ({ dueAt }) => dueAt },
  { label: text('console.tickets.created'), value: ({ createdAt }) => createdAt },
];
