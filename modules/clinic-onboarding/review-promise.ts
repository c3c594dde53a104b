import { z } from 'zod';

/**
 * What a clinic is promised of its review: whole days of the calendar of reviews, ISO dates. `by` is the day on
 * which it may expect a decision, `latest` the last day of the promise; both may be the same.
 */
export const reviewPromise = z.strictObject({ by: z.iso.date(), latest: z.iso.date() });
export type ReviewPromise = z.output<typeof reviewPromise>;
