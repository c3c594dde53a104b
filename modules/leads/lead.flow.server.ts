import { z } from 'zod';
import { defineFlow } from '#platform/flow';
import { leadFacts } from './facts';
import { findingSchema } from './findings';
import { leadMachine } from './lead.machine';
import { toLeadV2, toLeadV3, toLeadV4 } from './migrations';
import { projectLead } from './project-lead.server';

const who = { leadId: z.uuid(), patientId: z.uuid() };
const ms = z.number().int().positive();
const instant = z.iso.datetime().nullable();

/** Life of a treatment request; its id is the request's. */
export const leadFlow = defineFlow({
  name: 'leads.lead',
  version: 4,
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
    submittedAt: instant,
    sentBackAt: instant,
    publishedAt: instant,
    searchingSince: instant,
    offerIds: z.array(z.uuid()),
    widened: z.boolean(),
    citiesOpened: z.boolean(),
    cancelledBy: z.enum(['patient', 'team', 'expiry']).nullable(),
    acceptedOfferId: z.uuid().nullable(),
  }),
  facts: leadFacts,
  migrations: { 2: toLeadV2, 3: toLeadV3, 4: toLeadV4 },
  audit: {
    object: 'lead',
    events: {
      'flow.started': {
        action: 'leads.submit',
        facts: ({ context }) => ({ findings: context.findings.join(' ') }),
      },
      'leads.approve': {},
      'leads.reject': {},
      'leads.send-back': {},
      'leads.cancel': {},
    },
  },
  project: projectLead,
});
