import type { LeadFact } from '#contracts/leads';
import type { Fact } from '#platform/events';
import { tellPatient } from './tell';

type LeadFactOf<T extends LeadFact['type']> = Fact & Extract<LeadFact, { type: T }>;
type NewsOfRequest = 'submitted' | 'published' | 'no-offers-yet' | 'reminder-due' | 'expired';

interface OnNewDevice extends Fact {
  readonly type: 'identity.patient-on-new-device';
  readonly patientId: string;
}

/** When this happened to a request, its patient gets the mail of the same name. */
const whenRequestWas = (news: NewsOfRequest) =>
  tellPatient<LeadFactOf<`leads.${NewsOfRequest}`>>({
    on: `leads.${news}`,
    mail: `leads.${news}`,
    about: ({ leadId }) => ({ leadId }),
  });

/** What patients are told about their requests and their account. */
export const patientsAreTold = [
  whenRequestWas('submitted'),
  whenRequestWas('published'),
  whenRequestWas('no-offers-yet'),
  whenRequestWas('reminder-due'),
  whenRequestWas('expired'),
  // Who cancels knows it; who is refused by the team does not.
  tellPatient<LeadFactOf<'leads.cancelled'>>({
    on: 'leads.cancelled',
    mail: 'leads.refused',
    about: ({ leadId, by }) => (by === 'team' ? { leadId } : null),
  }),
  tellPatient<OnNewDevice>({
    on: 'identity.patient-on-new-device',
    mail: 'identity.patient-on-new-device',
    about: () => ({}),
  }),
];
