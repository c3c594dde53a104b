import { z } from 'zod';
import { defineFlow } from '#platform/flow';
import { applicationMachine } from './application.machine';
import { applicationFacts } from './facts';
import { projectApplication } from './project-application.server';

const ms = z.number().int().positive();

/** Life of a clinic's application; its id is the clinic's. */
export const applicationFlow = defineFlow({
  name: 'clinic-onboarding.application',
  version: 1,
  machine: applicationMachine,
  context: z.strictObject({
    clinicId: z.uuid(),
    complete: z.boolean(),
    accepted: z.boolean(),
    clocks: z.strictObject({ reminder: ms, escalation: ms, breach: ms }),
    resubmissions: z.int().min(0),
  }),
  facts: applicationFacts,
  project: projectApplication,
});
