/** When a patient is asked what became of the treatment: half a year and a year after it. */
export const moments = ['half-year', 'year'] as const;
export type Moment = (typeof moments)[number];

/** Where a question stands; no value before it is asked, and where the patient left while it was open. */
export const questionStates = ['open', 'answered', 'silent'] as const;
export type QuestionState = (typeof questionStates)[number];

/** States of the machine. `over`: both questions are settled. `ended`: the patient left, nothing is asked any more. */
export const outcomePhases = [
  'planned',
  'half-year-due',
  'between',
  'year-due',
  'over',
  'ended',
] as const;
export type OutcomePhase = (typeof outcomePhases)[number];

/** Whether the patient would do it again. */
export const againChoices = ['yes', 'no', 'not-sure'] as const;
export type AgainChoice = (typeof againChoices)[number];

/** How the result compares with what the patient expected. */
export const resultChoices = ['better', 'as-expected', 'worse'] as const;
export type ResultChoice = (typeof resultChoices)[number];

/** Characters that a patient may write. */
export const maxOutcomeText = 2_000;
/** Characters of a clinic's report. */
export const maxReportReason = 1_000;

/** Fewer answers show nothing. */
export const smallestShown = 10;
