import { z } from 'zod';
import { defineFlow } from '#platform/flow';
import { applicationMachine } from './application.machine';
import { projectApplication } from './project-application.server';

const who = z.strictObject({ clinicId: z.uuid() });
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
  facts: {
    'clinic-onboarding.registered': who,
    'clinic-onboarding.documents-completed': who,
    'clinic-onboarding.documents-incomplete': who,
    'clinic-onboarding.reminder-due': who,
    'clinic-onboarding.escalated': who,
    'clinic-onboarding.breached': who,
    'clinic-onboarding.approved': who,
    'clinic-onboarding.rejected': who,
    'clinic-onboarding.resubmitted': who,
    'clinic-onboarding.suspended': who,
    'clinic-onboarding.reinstated': who,
  },
  project: projectApplication,
});
