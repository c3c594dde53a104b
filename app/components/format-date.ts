const locale = 'en-US';

const dateOptions = { year: 'numeric', month: 'short', day: 'numeric' } as const;
const timeOptions = { hour: 'numeric', minute: '2-digit' } as const;

/** 'Jan 5, 2026'. Without a time zone: the reader's own. */
export const formatDate = (date: Date, timeZone?: string): string =>
  new Intl.DateTimeFormat(locale, { ...dateOptions, timeZone }).format(date);

/** 'Jan 5': for a day that is near. */
export const formatDay = (date: Date, timeZone?: string): string =>
  new Intl.DateTimeFormat(locale, { month: 'short', day: 'numeric', timeZone }).format(date);

/** 'Mon, Jan 5, 2:30 PM'; names the zone when one is given. */
export const formatDateTime = (date: Date, timeZone?: string): string =>
  new Intl.DateTimeFormat(locale, {
    weekday: 'short',
    month: 'short',
    day: 'numeric',
    ...timeOptions,
    ...(timeZone ? { timeZone, timeZoneName: 'short' as const } : {}),
  }).format(date);

/** '2:30:05 PM'; names the zone when one is given. */
export const formatTime = (date: Date, timeZone?: string): string =>
  new Intl.DateTimeFormat(locale, {
    ...timeOptions,
    second: '2-digit',
    ...(timeZone ? { timeZone, timeZoneName: 'short' as const } : {}),
  }).format(date);

const steps: Array<[Intl.RelativeTimeFormatUnit, number]> = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
];

/** 'in 5 hours', '2 days ago', 'now'. */
export function formatRelative(date: Date, now: Date): string {
  const seconds = Math.round((date.getTime() - now.getTime()) / 1000);
  const step = steps.find(([, size]) => Math.abs(seconds) >= size);
  // In figures: 47 hours are not 'tomorrow'.
  return step
    ? new Intl.RelativeTimeFormat(locale).format(Math.round(seconds / step[1]), step[0])
    : new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }).format(0, 'second');
}
