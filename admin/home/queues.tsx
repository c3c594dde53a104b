import { ArrowRight } from 'lucide-react';
import { Link } from 'react-router-dom';
import type { HomeRecord } from '#platform/lists/console-records';
import { counted } from '../components/counted';
import { Panel } from '../components/panel';
import { StatusChip } from '../components/status-chip';
import { Clock } from '../components/times';
import { listAddress } from '../components/views';
import { resources } from '../resources';
import { hasText, useText, type Text } from '../text';

/** The queues in which something waits, and in a line the others. */
export function Queues({ record: { queues } }: { record: HomeRecord }) {
  const t = useText();
  const busy = queues.filter(({ waiting }) => waiting !== 0);
  const idle = queues.filter(({ waiting }) => waiting === 0);
  const names = idle.map(({ id }) => t(`console.queue.${id}`));
  return (
    <>
      {busy.length > 0 ? (
        <div className="grid items-start gap-5 @min-[46rem]:grid-cols-2">
          {busy.map((queue) => (
            <QueuePanel key={queue.id} queue={queue} />
          ))}
        </div>
      ) : null}
      {idle.length > 0 ? (
        <p className="text-ink-soft">
          {t('console.home.nothing_waits', { queues: names.join(', ') })}
        </p>
      ) : null}
    </>
  );
}

type QueueRecord = HomeRecord['queues'][number];

/** One queue: how many wait, how many are late, and which ones come first. */
function QueuePanel({ queue: { id, waiting, late, next } }: { queue: QueueRecord }) {
  const t = useText();
  const resource = resources.find(({ name }) => name === id);
  if (!resource?.queue) return null;
  const all = listAddress(id, resource.queue.view);
  return (
    <Panel title={t(`console.queue.${id}`)} aside={<Count waiting={waiting} late={late} />}>
      <ul className="border-t border-line">
        {next.map((entry) => (
          <li
            key={entry.id}
            className="flex flex-wrap items-center justify-between gap-x-4 border-b border-line py-2"
          >
            <Link
              to={resource.show ? `/admin/${id}/${entry.id}/show` : all}
              className="min-w-0 font-semibold break-words text-brand hover:underline"
            >
              {nameOf(t, id, entry.label)}
            </Link>
            {entry.dueAt ? <Clock dueAt={entry.dueAt} moment={null} /> : null}
          </li>
        ))}
      </ul>
      <Link to={all} className="mt-3 inline-flex items-center gap-1.5 text-brand hover:underline">
        {t('console.home.open_queue')}
        <ArrowRight size={15} aria-hidden />
      </Link>
    </Panel>
  );
}

/** Some queues name their entries by codes; others by what somebody called them. */
function nameOf(t: Text, queue: string, label: string): string {
  const key = `console.queue.${queue}.${label}`;
  return hasText(key) ? t(`console.queue.${queue}.${label}`) : label;
}

function Count({ waiting, late }: Pick<QueueRecord, 'waiting' | 'late'>) {
  const t = useText();
  return (
    <span className="flex items-center gap-3">
      {late !== 0 ? (
        <StatusChip tone="danger">{t('console.home.late', { late: counted(t, late) })}</StatusChip>
      ) : null}
      <span className="text-lg font-semibold">
        {t('console.home.waiting', { waiting: counted(t, waiting) })}
      </span>
    </span>
  );
}
