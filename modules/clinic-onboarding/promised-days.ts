import type { ReviewPromise } from './review-promise';

// A date of the calendar has no time of day: read and written in one zone, it stays the same everywhere.
const day = new Intl.DateTimeFormat('en-US', {
  weekday: 'long',
  month: 'short',
  day: 'numeric',
  timeZone: 'UTC',
});

const words = (date: string): string => day.format(new Date(`${date}T00:00:00Z`));

/** The days as page, mail and console name them: 'Wednesday, Nov 25'. */
export const promisedDays = ({ by, latest }: ReviewPromise): { by: string; latest: string } => ({
  by: words(by),
  latest: words(latest),
});
