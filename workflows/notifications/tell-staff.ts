import type { ApplicationFact } from '#contracts/clinic-onboarding';
import type { Fact } from '#platform/events';
import { tellAllStaff, tellStaffMember } from './tell';

type Clock = 'reminder-due' | 'escalated' | 'breached';

/** When a clock of an application has run out, everybody of staff gets the mail of the same name. */
const whenApplicationIs = (clock: Clock) =>
  tellAllStaff<Fact & ApplicationFact>({
    on: `clinic-onboarding.${clock}`,
    mail: `clinic-onboarding.${clock}`,
    about: ({ clinicId }) => ({ clinicId }),
  });

interface SignedIn extends Fact {
  readonly type: 'identity.staff-signed-in';
  readonly staffId: string;
  readonly newDevice: boolean;
}

interface FactorChanged extends Fact {
  readonly type: 'identity.staff-factor-changed';
  readonly staffId: string;
}

/** What the review team is told: of applications that wait, and of what happens to their own accounts. */
export const staffAreTold = [
  whenApplicationIs('reminder-due'),
  whenApplicationIs('escalated'),
  whenApplicationIs('breached'),
  tellStaffMember<SignedIn>({
    on: 'identity.staff-signed-in',
    mail: 'identity.staff-signed-in',
    about: ({ newDevice }) => (newDevice ? {} : null),
  }),
  tellStaffMember<FactorChanged>({
    on: 'identity.staff-factor-changed',
    mail: 'identity.staff-factor-changed',
    about: () => ({}),
  }),
];
