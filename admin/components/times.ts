import type { Text } from '../text';

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

/** In the reader's own time zone. */
export const written = (iso: string, format: keyof typeof formats): string =>
  new Intl.DateTimeFormat('en-US', formats[format]).format(new Date(iso));
