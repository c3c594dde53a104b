/** Characters of why a request is cancelled. */
export const maxCancelReason = 1_000;
