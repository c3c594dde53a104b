import type { ApplicationFact } from '#contracts/clinic-onboarding';
import type { Fact } from '#platform/events';
import { tellStaff } from './tell';

type Clock = 'reminder-due' | 'escalated' | 'breached';

/** When a clock of an application has run out, everybody of staff gets the mail of the same name. */
const whenApplicationIs = (clock: Clock) =>
  tellStaff<Fact & ApplicationFact>({
    on: `clinic-onboarding.${clock}`,
    mail: `clinic-onboarding.${clock}`,
    about: ({ clinicId }) => ({ clinicId }),
  });

/** What the review team is told about applications that wait. */
export const staffAreTold = [
  whenApplicationIs('reminder-due'),
  whenApplicationIs('escalated'),
  whenApplicationIs('breached'),
];
