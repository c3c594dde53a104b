import Button from '@mui/material/Button';
import { TriangleAlert } from 'lucide-react';
import { Link } from 'react-router-dom';
import type { WorkflowDetailRecord } from '#platform/lists/console-records';
import { ActorName } from '../components/actor-name';
import { Clock, When } from '../components/times';
import { detailRows, Facts, Panel } from '../components/panel';
import { PageHead } from '../components/page-head';
import { StatusChip } from '../components/status-chip';
import { useSend } from '../components/sending';
import { useText } from '../text';
import { MachineDrawn } from './machine';
import { machineKey, stateName, subjectAddress, WorkflowStatus } from './words';

/** Where an instance stands in its machine, how it came there, and what is to happen. */
export function WorkflowPage({ record }: { record: WorkflowDetailRecord }) {
  const t = useText();
  const { machine, diagram } = record;
  const key = machineKey(machine);
  const subject = subjectAddress(machine, record.id);
  return (
    <>
      <PageHead
        back="list"
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
              <Facts rows={detailRows(record.context)} />
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

/** What an instance is stuck on; absent when it is not. */
function FailedJobs({ record }: { record: WorkflowDetailRecord }) {
  const t = useText();
  const { send, pending } = useSend('workflows');
  if (record.failedJobs.length === 0) return null;
  return (
    <Panel title={t('console.workflows.failed_jobs', { count: record.failedJobs.length })}>
      <ul className="grid gap-4">
        {record.failedJobs.map(({ alertId, job, reason, at }) => (
          <li key={alertId} className="flex flex-wrap items-start gap-x-6 gap-y-2">
            <TriangleAlert size={17} aria-hidden className="mt-0.5 shrink-0 text-danger" />
            <div className="min-w-0 flex-1">
              <p className="font-semibold break-words">{job}</p>
              <p className="break-words">{reason}</p>
              <p className="text-ink-soft">
                <When at={at} relative />
              </p>
            </div>
            <div className="flex gap-2">
              {(['retry', 'dismiss'] as const)
                .filter((action) => record.allowedEvents.includes(action))
                .map((action) => (
                  <Button
                    key={action}
                    variant="outlined"
                    disabled={pending !== null}
                    onClick={() => void send(record.id, action, { alertId })}
                  >
                    {t(`console.jobs.action.${action}`)}
                  </Button>
                ))}
            </div>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

/** Every event that the instance took, newest first. */
function WorkflowHistory({ record: { history } }: { record: WorkflowDetailRecord }) {
  const t = useText();
  return (
    <Panel title={t('console.workflows.history')}>
      <ol className="grid gap-2">
        {history.toReversed().map(({ version, name, actor, at }) => (
          <li key={version} className="grid gap-x-4 @min-[34rem]:grid-cols-[2rem_11rem_1fr]">
            <span className="text-ink-soft">{version}</span>
            <span className="text-ink-soft">
              <When at={at} />
            </span>
            <span className="min-w-0 break-words">
              {name}
              <span className="text-ink-soft">
                {' · '}
                <ActorName actor={actor} />
              </span>
            </span>
          </li>
        ))}
      </ol>
    </Panel>
  );
}

/** What happens by itself if nobody does anything; a timer whose moment is over and has not fired is marked. */
function PendingTimers({ record: { timers } }: { record: WorkflowDetailRecord }) {
  const t = useText();
  return (
    <Panel title={t('console.workflows.timers')}>
      {timers.length === 0 ? (
        <p className="text-ink-soft">{t('console.workflows.no_timers')}</p>
      ) : (
        <ul className="grid gap-2">
          {timers.map(({ name, fireAt, overdue }) => (
            <li key={name} className="flex flex-wrap items-center gap-x-4 gap-y-1">
              <span className="font-semibold break-words">{name}</span>
              <Clock dueAt={fireAt} />
              {overdue ? (
                <StatusChip tone="danger">{t('console.workflows.overdue')}</StatusChip>
              ) : null}
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}
