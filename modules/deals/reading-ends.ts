import { days, type Duration } from '#platform/duration';

/** What ends a clinic's reading of a patient, and both sides' writing. */
export type ReadingEnd = 'consent-withdrawn' | 'cancelled' | 'treated';

/**
 * The one rule of when a deal closes: how long after each end notes, photos, files, contact data and messages of the
 * patient stay open for the clinic, and writing for both. A treatment needs aftercare and its second review; a consent
 * that is withdrawn leaves no time, whatever the state. Where several ends hold, the earliest counts.
 */
export const readableFor: Readonly<Record<ReadingEnd, Duration>> = {
  'consent-withdrawn': days(0),
  cancelled: days(14),
  treated: days(400),
};
