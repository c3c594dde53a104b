import { TriangleAlert, Wrench } from 'lucide-react';
import { Link } from 'react-router-dom';
import type { JobRecord } from '#platform/lists/console-records';
import { ConsoleList } from './components/console-list';
import { ActionButtons } from './components/action-buttons';
import type { ActionTable } from './components/actions';
import type { Column } from './components/list-table';
import { When } from './components/times';
import type { ConsoleResource } from './resource';
import { useText, type Text } from './text';

const latestFirst = { field: 'id', order: 'DESC' } as const;

/** In the navigation it stands among the queues. */
export const jobs: ConsoleResource = {
  name: 'jobs',
  icon: Wrench,
  list: JobList,
  queue: { icon: TriangleAlert, view: { filter: {}, sort: latestFirst } },
};

/** Jobs that failed for good and that nobody has dealt with. */
function JobList() {
  const t = useText();
  return (
    <ConsoleList<JobRecord>
      columns={columnsOf(t)}
      filters={[{ source: 'q', label: t('console.jobs.search') }]}
      sort={latestFirst}
      opens={false}
    />
  );
}

const columnsOf = (t: Text): Column<JobRecord>[] => [
  {
    key: 'job',
    label: t('console.jobs.job'),
    sort: 'job',
    render: ({ job }) => <span className="font-semibold break-words">{job}</span>,
  },
  {
    key: 'reason',
    label: t('console.jobs.reason'),
    render: ({ reason }) => <span className="block max-w-md break-words">{reason}</span>,
  },
  { key: 'at', label: t('console.jobs.failed'), sort: 'at', render: ({ at }) => <When at={at} /> },
  {
    key: 'workflow',
    label: t('console.jobs.workflow'),
    render: ({ workflowId }) =>
      workflowId ? (
        <Link className="link" to={`/admin/workflows/${workflowId}/show`}>
          {t('console.jobs.open')}
        </Link>
      ) : (
        t('console.none')
      ),
  },
  {
    key: 'actions',
    label: t('console.actions'),
    render: (record) => <ActionButtons resource="jobs" record={record} actions={jobActions} />,
  },
];

/** What can be done about a job that failed for good. */
const jobActions: ActionTable = { retry: {}, dismiss: { confirm: true } };
