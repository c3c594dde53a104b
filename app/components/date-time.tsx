import { useFormats } from '#app/i18n/formats';
import { useHydrated } from './use-hydrated';

interface WhenProps {
  /** An instant; strings are ISO 8601. */
  date: Date | string;
  format?: 'date' | 'day' | 'datetime' | 'time' | 'relative';
}

const writers = {
  date: 'date',
  day: 'day',
  time: 'time',
  datetime: 'dateTime',
  relative: 'dateTime',
} as const;

/**
 * A time for people, in the language of the page. The server does not know the reader's time zone: it writes UTC and says so, and the
 * browser replaces it by local time. `relative` puts words before the date: 'in 5 hours, Tue, Jan 6, 2:30 PM'.
 */
export function When({ date, format = 'date' }: WhenProps) {
  const formats = useFormats();
  const hydrated = useHydrated();
  const instant = new Date(date);
  const zone = hydrated ? undefined : 'UTC';
  const words = formats[writers[format]](instant, zone);
  return (
    <time dateTime={instant.toISOString()} className="tnum">
      {format === 'relative' && hydrated
        ? `${formats.relative(instant, new Date())}, ${words}`
        : words}
    </time>
  );
}
