import type { Locale } from '#platform/base/locale';
import type { ReviewPromise } from './schemas';

// A date of the calendar has no time of day: read and written in one zone, it stays the same everywhere.
const options = { weekday: 'long', month: 'short', day: 'numeric', timeZone: 'UTC' } as const;

/** The days as page, mail and console name them: 'Wednesday, Nov 25'. */
export function promisedDays(
  { by, latest }: ReviewPromise,
  locale: Locale,
): { by: string; latest: string } {
  const day = new Intl.DateTimeFormat(locale, options);
  const words = (date: string): string => day.format(new Date(`${date}T00:00:00Z`));
  return { by: words(by), latest: words(latest) };
}
