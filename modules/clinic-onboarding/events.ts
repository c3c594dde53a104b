import { z } from 'zod';
import { defineEvents, type EventOf } from '#engine/contract';
import { documentKinds } from './status';

const who = { clinicId: z.uuid() };
const whoOnly = z.strictObject(who);

/** What can happen to an application; all that is known of it besides is in the row. */
export const clinicEvents = defineEvents('clinic-onboarding', {
  registered: whoOnly,
  'documents-completed': whoOnly,
  'documents-incomplete': whoOnly,
  'reminder-due': whoOnly,
  escalated: whoOnly,
  breached: whoOnly,
  approved: whoOnly,
  rejected: whoOnly,
  resubmitted: whoOnly,
  suspended: whoOnly,
  reinstated: whoOnly,
});
export type ApplicationFact = EventOf<typeof clinicEvents>;

const kind = z.enum(documentKinds);

/** What can happen to what was verified, and to what an approved clinic wants checked. */
export const verificationEvents = defineEvents('clinic-onboarding', {
  /** `until`: its last day (YYYY-MM-DD). */
  'verification-ending': z.strictObject({ ...who, kind, until: z.iso.date() }),
  'verification-ended': z.strictObject({ ...who, kind, until: z.iso.date() }),
  /** Something of it waits for a check, and nothing did before. */
  'check-asked': whoOnly,
  'change-accepted': z.strictObject({ ...who, changeId: z.uuid() }),
  'change-refused': z.strictObject({ ...who, changeId: z.uuid() }),
});

const document = z.strictObject({ ...who, documentId: z.uuid() });

/** What can happen to a document of an application. */
export const documentEvents = defineEvents('clinic-onboarding', {
  'document-asked-again': document,
});
