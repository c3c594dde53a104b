import { z } from 'zod';
import { defineFlow } from '#platform/flow';
import { leadFacts } from './facts';
import { findingSchema } from './findings';
import { leadMachine } from './lead.machine';
import { projectLead } from './project-lead.server';

const who = { leadId: z.uuid(), patientId: z.uuid() };
const ms = z.number().int().positive();

/** Life of a treatment request; its id is the request's. */
export const leadFlow = defineFlow({
  name: 'leads.lead',
  version: 1,
  machine: leadMachine,
  context: z.strictObject({
    ...who,
    windows: z.strictObject({
      screening: ms,
      widening: ms,
      notice: ms,
      reminder: ms,
      expiry: ms,
    }),
    findings: z.array(findingSchema),
    offersCount: z.int().min(0),
    widened: z.boolean(),
    cancelledBy: z.enum(['patient', 'team', 'expiry']).nullable(),
    acceptedOfferId: z.uuid().nullable(),
  }),
  facts: leadFacts,
  project: projectLead,
});
