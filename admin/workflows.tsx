import { Workflow } from 'lucide-react';
import type { WorkflowDetailRecord, WorkflowRecord } from '#platform/lists/console-records';
import { search } from './components/console-list';
import { descending } from './components/views';
import { resourceOf } from './resource';
import { text } from './text';
import { WorkflowPage } from './workflows/page';
import {
  machineKey,
  MachineName,
  machineNames,
  StateName,
  WorkflowStatus,
} from './workflows/words';

/** There are many and each is over after minutes: they would hide everything else. */
const withoutCodes = { exceptMachine: 'identity.otp-challenge' };

/** Every instance of every machine: what runs, what is over, what is stuck. */
export const workflows = resourceOf<WorkflowRecord, WorkflowDetailRecord>({
  name: 'workflows',
  group: 'system',
  icon: Workflow,
  page: WorkflowPage,
  list: {
    sort: descending('updatedAt'),
    first: withoutCodes,
    views: {
      without_codes: { filter: withoutCodes },
      all: { filter: {} },
      stuck: { filter: { stuck: true } },
      running: { filter: { status: 'active' } },
    },
    filters: [
      search,
      {
        source: 'machine',
        label: 'machine_name',
        choices: machineNames.map((id) => ({ id, name: text(machineKey(id)!) })),
      },
      { source: 'status', label: 'console.status', ids: ['active', 'done'] },
    ],
    columns: [
      {
        label: 'machine_name',
        field: 'machine',
        sort: true,
        show: ({ machine }) => <MachineName machine={machine} />,
      },
      { label: 'id', show: ({ id }) => <span className="break-all text-ink-soft">{id}</span> },
      {
        label: 'state',
        show: ({ machine, state }) => <StateName machine={machine} state={state} />,
      },
      { label: 'console.status', show: (record) => <WorkflowStatus record={record} /> },
      { label: 'events', field: 'version', sort: true, end: true },
      { label: 'updated', field: 'updatedAt', as: 'time', sort: true },
    ],
  },
});
