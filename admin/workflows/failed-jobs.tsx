import Button from '@mui/material/Button';
import { TriangleAlert } from 'lucide-react';
import type { WorkflowDetailRecord } from '#platform/staff-records';
import { Panel } from '../components/panel';
import { useSend } from '../components/use-send';
import { When } from '../components/when';
import { useText } from '../text';

/** What an instance is stuck on; absent when it is not. */
export function FailedJobs({ record }: { record: WorkflowDetailRecord }) {
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
                .filter((event) => record.allowedEvents.includes(event))
                .map((event) => (
                  <Button
                    key={event}
                    variant="outlined"
                    disabled={pending !== null}
                    onClick={() => void send(record.id, event, { alertId })}
                  >
                    {t(`console.jobs.event.${event}`)}
                  </Button>
                ))}
            </div>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
