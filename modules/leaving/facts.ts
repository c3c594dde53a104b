import { z } from 'zod';
import { defineFacts } from '#platform/facts';
import { accountKinds } from './status';

const account = { principal: z.enum(accountKinds), accountId: z.uuid() };

/** What can happen to somebody's data as a whole. */
export const leavingFacts = defineFacts('leaving', {
  /** Its owner may download it now, once. */
  'archive-ready': z.strictObject(account),
  /** The account is closed; its address is known for a moment longer. */
  'account-closed': z.strictObject(account),
  /** The patient of a request that this clinic had before it is gone, and so is what the request said. */
  'request-erased': z.strictObject({ leadId: z.uuid(), clinicId: z.uuid() }),
});
