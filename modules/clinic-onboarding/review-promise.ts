import { z } from 'zod';

/**
 * What a clinic is promised of its review: whole days of the calendar of reviews, ISO dates. `by` is the day on
 * which it may expect a decision, `latest` the last day of the promise; both may be the same.
 */
export const reviewPromise = z.strictObject({ by: z.iso.date(), latest: z.iso.date() });
export type ReviewPromise = z.output<typeof reviewPromise>;

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
