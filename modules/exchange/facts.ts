import { z } from 'zod';
import { defineFacts } from '#platform/facts';

export const exchangeFacts = defineFacts('exchange', {
  /** Requests were published that a clinic's saved filter finds; at most once an hour for each filter. */
  'filter-matched': z.strictObject({ clinicId: z.uuid(), filterId: z.uuid() }),
});
