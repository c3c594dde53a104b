import type { HomeRecord } from '#platform/staff-records';
import { useText } from '../text';
import { QueuePanel } from './queue-panel';

/** The queues in which something waits, and in a line the others. */
export function Queues({ record: { queues } }: { record: HomeRecord }) {
  const t = useText();
  const busy = queues.filter(({ waiting }) => waiting > 0);
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
