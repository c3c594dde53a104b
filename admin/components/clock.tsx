import { AlarmClock, AlarmClockOff } from 'lucide-react';
import { useText } from '../text';
import { span, written } from './times';
import { useNow } from './use-now';

const soon = 4 * 60 * 60_000;

/** How long is left of a promise, or how late it is; the moment itself beside it. */
export function Clock({ dueAt }: { dueAt: string | null }) {
  const t = useText();
  const now = useNow();
  if (!dueAt) return <span className="text-ink-soft">{t('console.clock.stopped')}</span>;
  const left = Date.parse(dueAt) - now;
  const late = left < 0;
  const tone = late ? 'text-danger font-semibold' : left < soon ? 'text-warn font-semibold' : '';
  const Icon = late ? AlarmClockOff : AlarmClock;
  return (
    <time dateTime={dueAt} className={`inline-flex flex-wrap items-baseline gap-x-1.5 ${tone}`}>
      <Icon size={15} aria-hidden className="shrink-0 self-center" />
      <span className="whitespace-nowrap">
        {t(late ? 'console.clock.late' : 'console.clock.due', { span: span(t, Math.abs(left)) })}
      </span>
      <span className="font-normal whitespace-nowrap text-ink-soft">
        {written(dueAt, 'datetime')}
      </span>
    </time>
  );
}
