import { z } from 'zod';
import { multilineText } from '#platform/text';

const said = (max: number, missing: string, tooLong: string) =>
  multilineText(max, tooLong).pipe(z.string().min(1, missing));

const reason = said(2_000, 'onboarding.error.reason', 'onboarding.error.reason_too_long');

/** Of `reject` and `suspend`; the clinic reads it. */
export const decisionReasonSchema = z.strictObject({ reason });

/** Of `ask-again` and `reject` of one document; the clinic reads it. */
export const documentNoteSchema = z.strictObject({ note: reason });

/** What the review team notes for itself. */
export const clinicNoteSchema = z.strictObject({
  text: said(4_000, 'onboarding.error.note', 'onboarding.error.note_too_long'),
});
