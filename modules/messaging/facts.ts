import { z } from 'zod';
import { defineFacts } from '#platform/facts';
import { sides } from './sides';

/** What can happen in a conversation. */
export const messagingFacts = defineFacts('messaging', {
  /** Nobody has looked for ten minutes. `to`: who has not. */
  unread: z.strictObject({
    offerId: z.uuid(),
    leadId: z.uuid(),
    patientId: z.uuid(),
    clinicId: z.uuid(),
    to: z.enum(sides),
  }),
  reported: z.strictObject({ offerId: z.uuid(), reportId: z.uuid() }),
});
