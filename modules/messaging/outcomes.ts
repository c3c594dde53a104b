/**
 * How the team decides about a reported conversation: there was nothing to it, the report is right and the conversation goes on,
 * or nobody writes there any more.
 */
export const reportOutcomes = ['dismissed', 'kept', 'blocked'] as const;
export type ReportOutcome = (typeof reportOutcomes)[number];
