import { days, hours, minutes } from '#platform/base/duration';

/** What has to be typed, so that nobody closes an account by a slip. */
export const confirmWord = 'DELETE';

/** Whose an account may be that its owner can take along or close. */
export const accountKinds = ['patient', 'clinic'] as const;
export type AccountKind = (typeof accountKinds)[number];

/** `taken`: its one download has begun; `gone`: out of the store. */
export const archiveStatuses = ['making', 'ready', 'taken', 'gone'] as const;

/** `held`: waits for the end of a legal hold. `watching`: nothing was left; what was under way when the account was closed is looked for once more. */
export const erasureStatuses = [
  'closed',
  'erasing',
  'held',
  'watching',
  'looking-again',
  'erased',
] as const;
type ErasureStatus = (typeof erasureStatuses)[number];

/** Something of the account may be gone already: it is erased as a whole. */
export const begun: readonly ErasureStatus[] = ['erasing', 'watching', 'looking-again', 'erased'];

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
