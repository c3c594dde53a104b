import { Link } from 'react-router-dom';
import type { WorkflowDetailRecord } from '#platform/staff-records';
import { Facts, factRows } from '../components/facts';
import { PageHead } from '../components/page-head';
import { Panel } from '../components/panel';
import { When } from '../components/when';
import { useText } from '../text';
import { FailedJobs } from './failed-jobs';
import { MachineDrawn } from './machine-drawn';
import { machineKey, subjectAddress } from './machines';
import { PendingTimers } from './pending-timers';
import { stateName } from './state-name';
import { WorkflowHistory } from './workflow-history';
import { WorkflowStatus } from './workflow-status';

/** Where an instance stands in its machine, how it came there, and what is to happen. */
export function WorkflowPage({ record }: { record: WorkflowDetailRecord }) {
  const t = useText();
  const { machine, diagram } = record;
  const key = machineKey(machine);
  const subject = subjectAddress(machine, record.id);
  return (
    <>
      <PageHead
        back={{ to: '/admin/workflows', label: t('console.workflows.title') }}
        title={key ? t(key) : machine}
        mark={<WorkflowStatus record={record} />}
        lead={
          <>
            {t('console.workflows.stands', { state: stateName(t, record) })}
            <span className="block">{record.state}</span>
          </>
        }
      >
        {subject ? (
          <Link className="link" to={subject}>
            {t('console.workflows.subject')}
          </Link>
        ) : null}
      </PageHead>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
        <FailedJobs record={record} />
        <MachineDrawn machine={machine} diagram={diagram} />
        <div className="grid items-start gap-5 @min-[46rem]:grid-cols-2">
          <WorkflowHistory record={record} />
          <div className="grid gap-5">
            <PendingTimers record={record} />
            <Panel title={t('console.workflows.context')}>
              <Facts rows={factRows(record.context)} />
            </Panel>
            <Panel title={t('console.workflows.instance')}>
              <Facts
                rows={[
                  [
                    t('console.workflows.id'),
                    <span key="id" className="break-all">
                      {record.id}
                    </span>,
                  ],
                  [t('console.workflows.machine_name'), `${machine} (${record.machineVersion})`],
                  [t('console.workflows.started'), <When key="started" at={record.createdAt} />],
                  [t('console.workflows.updated'), <When key="updated" at={record.updatedAt} />],
                ]}
              />
            </Panel>
          </div>
        </div>
      </div>
    </>
  );
}
