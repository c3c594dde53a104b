import { z } from 'zod';
import { defineMachine } from '#engine';
import { applicationMachine } from './application.machine';
import { toApplicationV2 } from './application-v2';
import { clinicEvents } from './events';
import { projectApplication } from './project-application.server';

const ms = z.number().int().positive();

/** Life of a clinic's application; its id is the clinic's. */
export const applicationFlow = defineMachine({
  name: 'clinic-onboarding.application',
  version: 2,
  machine: applicationMachine,
  context: z.strictObject({
    clinicId: z.uuid(),
    complete: z.boolean(),
    accepted: z.boolean(),
    completeAt: z.iso.datetime().nullable(),
    clocks: z.strictObject({ reminder: ms, escalation: ms, breach: ms }),
    resubmissions: z.int().min(0),
  }),
  facts: clinicEvents,
  migrations: { 2: toApplicationV2 },
  // Approving and changing details are audited by their commands: with what they found under the flow's lock.
  audit: {
    object: 'clinic',
    events: {
      'flow.started': { action: 'clinic-onboarding.register' },
      'clinic-onboarding.resubmit': {},
      'clinic-onboarding.reject': {},
      'clinic-onboarding.suspend': {},
      'clinic-onboarding.reinstate': {},
    },
  },
  project: projectApplication,
});
