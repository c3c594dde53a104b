export const maxMessage = 4_000;
export const maxFilesOfMessage = 10;
export const maxReason = 1_000;

/** Open pages of both sides hear by this word that something was said, seen or closed. */
export const conversationChanged = 'messaging.changed';

/**
 * How the team decides about a reported conversation: there was nothing to it, the report is right and the conversation goes on,
 * or nobody writes there any more.
 */
export const reportOutcomes = ['dismissed', 'kept', 'blocked'] as const;
export type ReportOutcome = (typeof reportOutcomes)[number];

/** How the team decides about what was masked in a message: it is shown from now on, or it stays hidden. */
export const reviewOutcomes = ['released', 'kept'] as const;
export type ReviewOutcome = (typeof reviewOutcomes)[number];
/** Where the review of a masked message stands. */
export const reviewStates = ['waiting', ...reviewOutcomes] as const;
