import { z } from 'zod';
import { defineFacts, type FactOf } from '#platform/facts';
import { findingSchema } from './findings';

const who = { leadId: z.uuid(), patientId: z.uuid() };
const whoOnly = z.strictObject(who);

/** What can happen to a request. */
export const leadFacts = defineFacts('leads', {
  submitted: z.strictObject({ ...who, findings: z.array(findingSchema) }),
  /** The team asks the patient to change it. */
  'sent-back': whoOnly,
  published: whoOnly,
  widened: whoOnly,
  'no-offers-yet': whoOnly,
  /** The patient would go to any city. */
  'cities-opened': whoOnly,
  'offers-received': whoOnly,
  'offers-gone': whoOnly,
  'reminder-due': whoOnly,
  completed: z.strictObject({ ...who, offerId: z.uuid() }),
  cancelled: z.strictObject({ ...who, by: z.enum(['patient', 'team', 'expiry']) }),
  expired: whoOnly,
});
export type LeadFact = FactOf<typeof leadFacts>;
