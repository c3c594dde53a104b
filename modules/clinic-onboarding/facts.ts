import { z } from 'zod';
import { defineFacts, type FactOf } from '#platform/facts';

const who = { clinicId: z.uuid() };
const whoOnly = z.strictObject(who);

/** What can happen to an application; all that is known of it besides is in the row. */
export const applicationFacts = defineFacts('clinic-onboarding', {
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
export type ApplicationFact = FactOf<typeof applicationFacts>;

const document = z.strictObject({ ...who, documentId: z.uuid() });

/** What can happen to a document of an application. */
export const documentFacts = defineFacts('clinic-onboarding', {
  'document-asked-again': document,
});
