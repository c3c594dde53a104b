import { days, hours, minutes } from '#platform/base/duration';

/** How long an archive waits for its one download (security 79). */
export const offeredFor = hours(24);
/** How long a download may take before its file goes. */
export const downloadTime = hours(1);
/** A making that came to nothing begins anew. */
export const makingRetry = minutes(30);
/** Rows of archives that are gone. */
export const archivesKept = days(30);
/** Archives that one person may ask for in a day. */
export const archivesPerDay = 5;

/** In which the mail that says goodbye goes out, before its address is gone. */
export const farewellWindow = minutes(1);
/** An erasure that came to nothing begins anew. */
export const erasingRetry = minutes(15);
/** Longer than any request of somebody who was signed in may still be under way: the largest upload on the slowest line. */
export const lastLook = hours(4);
