import { leadFacts } from '#contracts/leads';
import { declineWithRequest } from '#modules/offers';
import { audit } from '#platform/audit';
import type { Cascade } from '#platform/context';
import { cascade } from '#platform/flow';

/**
 * A request ends without a choice: its patient cancels it, the team refuses it, or its time is over. However it
 * ends, these steps are part of that event, under the lock of the request. What belongs to a request and must
 * end with it gets its step here.
 */
export const requestEnds: readonly Cascade[] = [
  // A person's entry is written with the command, which knows the reason; a clock has no command.
  cascade({
    on: leadFacts['leads.cancelled'],
    name: 'leads.audit-expiry',
    run: async (ctx, { leadId, by }) => {
      if (by !== 'expiry') return;
      await audit(ctx, { action: 'leads.expire', object: { type: 'lead', id: leadId } });
    },
  }),
  cascade({
    on: leadFacts['leads.cancelled'],
    name: 'offers.decline-with-request',
    run: declineWithRequest,
  }),
];
