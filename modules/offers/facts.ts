import { z } from 'zod';
import { defineFacts, type FactOf } from '#platform/facts';
import { declineCauses, declineReasons, withdrawers } from './status';

const who = { offerId: z.uuid(), leadId: z.uuid(), patientId: z.uuid(), clinicId: z.uuid() };
const whoOnly = z.strictObject(who);

/** What can happen to an offer. */
export const offerFacts = defineFacts('offers', {
  made: whoOnly,
  revised: z.strictObject({ ...who, revision: z.int().min(2) }),
  /** The patient wrote to the clinic for the first time. */
  answered: whoOnly,
  accepted: z.strictObject({ ...who, revision: z.int().min(1) }),
  declined: z.strictObject({
    ...who,
    because: z.enum(declineCauses),
    /** The patient's one tap. */
    reason: z.enum(declineReasons).nullable(),
  }),
  withdrawn: z.strictObject({ ...who, by: z.enum(withdrawers) }),
  expired: whoOnly,
});
export type OfferFact = FactOf<typeof offerFacts>;
