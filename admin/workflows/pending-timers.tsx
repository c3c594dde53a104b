import type { WorkflowDetailRecord } from '#platform/staff-records';
import { Clock } from '../components/clock';
import { Panel } from '../components/panel';
import { StatusChip } from '../components/status-chip';
import { useText } from '../text';

/** What happens by itself if nobody does anything; a timer whose moment is over and has not fired is marked. */
export function PendingTimers({ record: { timers } }: { record: WorkflowDetailRecord }) {
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
