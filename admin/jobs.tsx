import { TriangleAlert, Wrench } from 'lucide-react';
import { Link } from 'react-router-dom';
import type { JobRecord } from '#platform/lists/console-records';
import { ActionButtons } from './components/action-buttons';
import type { ActionTable } from './components/actions';
import { search } from './components/console-list';
import { descending } from './components/views';
import { resourceOf } from './resource';
import { text } from './text';

const all = { filter: {}, sort: descending('id') };

/** What can be done about a job that failed for good. */
const jobActions: ActionTable = { retry: {}, dismiss: { confirm: true } };

/** Jobs that failed for good and that nobody has dealt with. In the navigation they stand among the queues. */
export const jobs = resourceOf<JobRecord>({
  name: 'jobs',
  icon: Wrench,
  queue: { icon: TriangleAlert, view: all },
  list: {
    sort: all.sort,
    filters: [search],
    columns: [
      { label: 'job', field: 'job', as: 'strong', sort: true },
      {
        label: 'reason',
        show: ({ reason }) => <span className="block max-w-md break-words">{reason}</span>,
      },
      { label: 'failed', field: 'at', as: 'time', sort: true },
      {
        label: 'workflow',
        show: ({ workflowId }) =>
          workflowId ? (
            <Link className="link" to={`/admin/workflows/${workflowId}/show`}>
              {text('console.jobs.open')}
            </Link>
          ) : (
            text('console.none')
          ),
      },
      {
        label: 'console.actions',
        show: (record) => <ActionButtons resource="jobs" record={record} actions={jobActions} />,
      },
    ],
  },
});
