import { AlarmClock, AlarmClockOff } from 'lucide-react';
import { useEffect, useState } from 'react';
import { clinicZone } from '#contracts/deals';
import { useText, type Text } from '../text';

interface WhenProps {
  readonly at: string | null;
  readonly format?: 'date' | 'datetime';
  /** Says how long ago as well. */
  readonly relative?: boolean;
}

/** A moment as people say it: `Tue, Nov 24, 14:30`, with `2 hours ago` where that matters. */
export function When({ at, format = 'datetime', relative: withSpan = false }: WhenProps) {
  const t = useText();
  const now = useNow();
  if (!at) return <span className="text-ink-soft">{t('console.none')}</span>;
  return (
    <time dateTime={at} className="whitespace-nowrap">
      {written(at, format)}
      {withSpan ? (
        <span className="text-ink-soft"> · {relative(t, Date.parse(at), now)}</span>
      ) : null}
    </time>
  );
}

/** What happened when, as the lead of a page. */
export const Since = ({ what, at }: { what: string; at: string | null }) => (
  <>
    {what} <When at={at} relative />
  </>
);

interface AppointmentTimeProps {
  readonly at: string | null;
  /** The clinic's; null for one that is gone. */
  readonly city: string | null;
}

/**
 * When a clinic is visited (ISO 8601): as clocks show it there, with its city, and by the reader's own clock where that shows another
 * time. Staff may sit in another country than the clinic.
 */
export function AppointmentTime({ at, city }: AppointmentTimeProps) {
  const t = useText();
  if (!at) return <span className="text-ink-soft">{t('console.none')}</span>;
  const { there, here } = appointment(at);
  return (
    <time dateTime={at}>
      {t('console.time.there', { time: there, city: city ?? 'unknown' })}
      {here === there ? null : (
        <span className="block text-ink-soft">{t('console.time.here', { time: here })}</span>
      )}
    </time>
  );
}

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

/** The time, written anew each minute. */
function useNow(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 60_000);
    return () => clearInterval(timer);
  }, []);
  return now;
}

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** A span in its largest sensible unit: `5 hours`, `3 days`. */
export function span(t: Text, ms: number): string {
  if (ms < hour) return t('console.time.minutes', { count: Math.max(1, Math.round(ms / minute)) });
  if (ms < 2 * day) return t('console.time.hours', { count: Math.round(ms / hour) });
  return t('console.time.days', { count: Math.round(ms / day) });
}

/** `in 5 hours`, `3 days ago`. */
export function relative(t: Text, at: number, now: number): string {
  const words = { span: span(t, Math.abs(at - now)) };
  return at >= now ? t('console.time.in', words) : t('console.time.ago', words);
}

const formats = {
  date: { day: 'numeric', month: 'short', year: 'numeric' },
  datetime: {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
    hour12: false,
  },
} as const;

/** In a time zone (`Europe/Istanbul`), without one in the reader's own. */
export const written = (iso: string, format: keyof typeof formats, timeZone?: string): string =>
  new Intl.DateTimeFormat('en-US', { ...formats[format], timeZone }).format(new Date(iso));

/** A visit (ISO 8601) by the clinic's clocks, and by those of a reader (`America/New_York`; without one, this browser's). */
export const appointment = (iso: string, zone?: string) => ({
  there: written(iso, 'datetime', clinicZone),
  here: written(iso, 'datetime', zone),
});
