import { z } from 'zod';
import { defineFlow } from '#platform/flow';
import { offerFacts } from './facts';
import { offerMachine } from './offer.machine';
import { projectOffer } from './project-offer.server';
import { declineCauses, declineReasons, withdrawers } from './status';

/** Life of an offer; its id is the offer's, its root the request. */
export const offerFlow = defineFlow({
  name: 'offers.offer',
  version: 1,
  root: 'leads.lead',
  machine: offerMachine,
  context: z.strictObject({
    offerId: z.uuid(),
    leadId: z.uuid(),
    patientId: z.uuid(),
    clinicId: z.uuid(),
    validity: z.number().int().positive(),
    validFrom: z.iso.datetime().nullable(),
    revision: z.int().min(1),
    endedBecause: z.enum(declineCauses).nullable(),
    declineReason: z.enum(declineReasons).nullable(),
    withdrawnBy: z.enum(withdrawers).nullable(),
  }),
  facts: offerFacts,
  audit: {
    object: 'offer',
    events: {
      'flow.started': { action: 'offers.make' },
      'offers.revise': { facts: ({ context }) => ({ revision: context.revision }) },
      'offers.accept': { facts: ({ context }) => ({ revision: context.revision }) },
      'offers.decline': { facts: ({ context }) => ({ because: context.endedBecause }) },
      'offers.withdraw': { facts: ({ context }) => ({ by: context.withdrawnBy }) },
    },
  },
  project: projectOffer,
});
