import { formatDate, formatDateTime, formatDay, formatRelative, formatTime } from './format-date';
import { useHydrated } from './use-hydrated';

interface WhenProps {
  /** An instant; strings are ISO 8601. */
  date: Date | string;
  format?: 'date' | 'day' | 'datetime' | 'time' | 'relative';
}

const writers = {
  date: formatDate,
  day: formatDay,
  datetime: formatDateTime,
  time: formatTime,
  relative: formatDateTime,
};

/**
 * A time for people, en-US. The server does not know the reader's time zone: it writes UTC and says so, and the
 * browser replaces it by local time. `relative` puts words before the date: 'in 5 hours, Tue, Jan 6, 2:30 PM'.
 */
export function When({ date, format = 'date' }: WhenProps) {
  const hydrated = useHydrated();
  const instant = new Date(date);
  const zone = hydrated ? undefined : 'UTC';
  const words = writers[format](instant, zone);
  return (
    <time dateTime={instant.toISOString()} className="tnum">
      {format === 'relative' && hydrated
        ? `${formatRelative(instant, new Date())}, ${words}`
        : words}
    </time>
  );
}
