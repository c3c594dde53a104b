import { z } from 'zod';
import { isVisible } from '#platform/text/text';
import { multilineText } from '#platform/text/text-schemas';

const said = (max: number, missing: string, tooLong: string) =>
  multilineText(max, tooLong).pipe(z.string().refine(isVisible, missing));

const reason = said(2_000, 'onboarding.error.reason', 'onboarding.error.reason_too_long');

/**
 * The `version` of the record that was looked at: a decision about another one is refused. Without it the decision is
 * held against what this person was last shown.
 */
const version = z.string().min(1).max(100).optional();

/** Of `approve`. */
export const lookedAtSchema = z.strictObject({ version });

/** The last day on which a document proves anything, as it says itself; null, or left out: it has no end date. */
const validUntil = z.iso.date('onboarding.error.valid_until').nullable();

/** Of accepting a document. */
export const acceptanceSchema = z.strictObject({ version, validUntil: validUntil.optional() });

/** Of `set-end-date` of an accepted document. */
export const endDateSchema = z.strictObject({ version, validUntil });

/** Of `accept-change` and `accept-picture` of a clinic. */
export const changeSchema = z.strictObject({ changeId: z.uuid() });
export const pictureSchema = z.strictObject({ pictureId: z.uuid() });

/** Of `refuse-change` and `refuse-picture` of a clinic; the clinic reads the reason. */
export const changeRefusalSchema = z.strictObject({ changeId: z.uuid(), reason });
export const pictureRefusalSchema = z.strictObject({ pictureId: z.uuid(), reason });

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
