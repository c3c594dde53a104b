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
