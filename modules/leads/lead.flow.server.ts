import { z } from 'zod';
import { defineFlow } from '#platform/flow';
import { findingSchema } from './findings';
import { leadMachine } from './lead.machine';
import { projectLead } from './project-lead.server';

const who = { leadId: z.uuid(), patientId: z.uuid() };
const whoOnly = z.strictObject(who);
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
  facts: {
    'leads.submitted': z.strictObject({ ...who, findings: z.array(findingSchema) }),
    'leads.published': whoOnly,
    'leads.widened': whoOnly,
    'leads.no-offers-yet': whoOnly,
    'leads.offers-received': whoOnly,
    'leads.offers-gone': whoOnly,
    'leads.reminder-due': whoOnly,
    'leads.completed': z.strictObject({ ...who, offerId: z.uuid() }),
    'leads.cancelled': z.strictObject({ ...who, by: z.enum(['patient', 'team', 'expiry']) }),
    'leads.expired': whoOnly,
  },
  project: projectLead,
});
