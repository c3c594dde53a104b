import { AlarmClock, AlarmClockOff } from 'lucide-react';
import { useText } from '../text';
import { span, written } from './times';
import { useNow } from './use-now';

const soon = 4 * 60 * 60_000;

/**
 * How long is left of a promise, or how late it is; beside it the moment itself, or what it was promised as.
 * With `moment` null the span stands alone.
 */
export function Clock({ dueAt, moment }: { dueAt: string | null; moment?: string | null }) {
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
      {moment === null ? null : (
        <span className="font-normal text-ink-soft">{moment ?? written(dueAt, 'datetime')}</span>
      )}
    </time>
  );
}
