import { z } from 'zod';
import { defineFlow } from '#platform/flow';
import { dealMachine } from './deal.machine';
import { dealFacts } from './facts';
import { projectDeal } from './project-deal.server';
import { cancelCodes, cancellers, sides, stillReasons, treatedBy } from './status';

const ms = z.number().int().positive();
const instant = z.iso.datetime();
const side = z.enum(sides);
const price = { amountCents: z.int().positive(), currency: z.string().regex(/^[A-Z]{3}$/) };
const confirmation = z.strictObject({ at: instant, ...price }).nullable();

/** Life of a deal; its id follows from the offer's, its root is the request. */
export const dealFlow = defineFlow({
  name: 'deals.deal',
  version: 1,
  root: 'leads.lead',
  machine: dealMachine,
  context: z.strictObject({
    offerId: z.uuid(),
    leadId: z.uuid(),
    patientId: z.uuid(),
    clinicId: z.uuid(),
    windows: z.strictObject({
      date: ms,
      visit: ms,
      treatment: ms,
      report: ms,
      firstNudge: ms,
      secondNudge: ms,
      silence: ms,
    }),
    sealed: z.strictObject(price),
    acceptedAt: instant.nullable(),
    proposal: z.strictObject({ timeId: z.uuid(), by: side, startsAt: instant }).nullable(),
    scheduledFor: instant.nullable(),
    scheduledAt: instant.nullable(),
    sequence: z.int().min(0),
    confirmed: z.strictObject({ patient: confirmation, clinic: confirmation }),
    deniedBy: side.nullable(),
    stillBecause: z.enum(stillReasons).nullable(),
    treatedBy: z.enum(treatedBy).nullable(),
    cancelledBy: z.enum(cancellers).nullable(),
    cancelCode: z.enum(cancelCodes).nullable(),
  }),
  facts: dealFacts,
  audit: {
    object: 'deal',
    events: {
      'flow.started': {
        action: 'deals.begin',
        facts: ({ context }) => ({ offerId: context.offerId }),
      },
      'deals.accept-time': { facts: ({ context }) => ({ sequence: context.sequence }) },
      'deals.confirm': {},
      'deals.deny': {},
      'deals.uphold': {},
      'deals.cancel': { facts: ({ context }) => ({ code: context.cancelCode }) },
      'deals.review': {},
    },
  },
  project: projectDeal,
});
