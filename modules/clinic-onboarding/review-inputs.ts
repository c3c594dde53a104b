import { z } from 'zod';
import { isVisible, multilineText } from '#platform/text';

const said = (max: number, missing: string, tooLong: string) =>
  multilineText(max, tooLong).pipe(z.string().refine(isVisible, missing));

const reason = said(2_000, 'onboarding.error.reason', 'onboarding.error.reason_too_long');

/**
 * The `version` of the record that was looked at: a decision about another one is refused. Without it the decision is
 * held against what this person was last shown.
 */
const version = z.string().min(1).max(100).optional();

/** Of `approve`, and of accepting a document. */
export const lookedAtSchema = z.strictObject({ version });

/** Of `reject`; the clinic reads it. */
export const rejectionSchema = z.strictObject({ reason, version });

/** Of `suspend`; the clinic reads it. */
export const decisionReasonSchema = z.strictObject({ reason });

/** Of `ask-again` and `reject` of one document; the clinic reads it. */
export const documentNoteSchema = z.strictObject({ note: reason, version });

/** What the review team notes for itself. */
export const clinicNoteSchema = z.strictObject({
  text: said(4_000, 'onboarding.error.note', 'onboarding.error.note_too_long'),
});
