import { Workflow } from 'lucide-react';
import type { WorkflowRecord } from '#platform/lists/console-records';
import { ConsoleList } from './components/console-list';
import type { ListFilter } from './components/filter-bar';
import type { Column } from './components/list-table';
import { When } from './components/times';
import type { ConsoleResource } from './resource';
import { useText, type Text } from './text';
import { WorkflowShow } from './workflows/page';
import {
  machineKey,
  MachineName,
  machineNames,
  StateName,
  WorkflowStatus,
} from './workflows/words';

export const workflows: ConsoleResource = {
  name: 'workflows',
  group: 'system',
  icon: Workflow,
  list: WorkflowList,
  show: WorkflowShow,
};

const latestFirst = { field: 'updatedAt', order: 'DESC' } as const;

/** There are many and each is over after minutes: they would hide everything else. */
const withoutCodes = { exceptMachine: 'identity.otp-challenge' };

/** Every instance of every machine: what runs, what is over, what is stuck. */
function WorkflowList() {
  const t = useText();
  const saved = [
    { label: t('console.workflows.without_codes'), filter: withoutCodes, sort: latestFirst },
    { label: t('console.workflows.all'), filter: {}, sort: latestFirst },
    { label: t('console.workflows.stuck'), filter: { stuck: true }, sort: latestFirst },
    { label: t('console.workflows.running'), filter: { status: 'active' }, sort: latestFirst },
  ];
  return (
    <ConsoleList<WorkflowRecord>
      columns={columnsOf(t)}
      filters={filtersOf(t)}
      saved={saved}
      sort={latestFirst}
      first={withoutCodes}
    />
  );
}

const columnsOf = (t: Text): Column<WorkflowRecord>[] => [
  {
    key: 'machine',
    label: t('console.workflows.machine_name'),
    sort: 'machine',
    render: ({ machine }) => <MachineName machine={machine} />,
  },
  {
    key: 'id',
    label: t('console.workflows.id'),
    render: ({ id }) => <span className="break-all text-ink-soft">{id}</span>,
  },
  {
    key: 'state',
    label: t('console.workflows.state'),
    render: ({ machine, state }) => <StateName machine={machine} state={state} />,
  },
  {
    key: 'status',
    label: t('console.status'),
    render: (record) => <WorkflowStatus record={record} />,
  },
  {
    key: 'version',
    label: t('console.workflows.events'),
    sort: 'version',
    end: true,
    render: ({ version }) => version,
  },
  {
    key: 'updated',
    label: t('console.workflows.updated'),
    sort: 'updatedAt',
    render: ({ updatedAt }) => <When at={updatedAt} />,
  },
];

const filtersOf = (t: Text): ListFilter[] => [
  { source: 'q', label: t('console.workflows.search') },
  {
    source: 'machine',
    label: t('console.workflows.machine_name'),
    choices: machineNames.map((id) => ({ id, name: t(machineKey(id)!) })),
  },
  {
    source: 'status',
    label: t('console.status'),
    choices: ['active', 'done'].map((id) => ({ id, name: t(`console.workflows.status.${id}`) })),
  },
];
