import type { WizardData } from './open-wizard.server';

/** Field `reply` of a card's form, sent by a page that shows the next step without asking for it. */
export const draftReply = 'draft';

export interface NextStep {
  readonly next: Extract<WizardData, { kind: 'step' }>;
}

export const isNextStep = (answer: unknown): answer is NextStep =>
  typeof answer === 'object' && answer !== null && 'next' in answer;
