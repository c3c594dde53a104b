import type { ApplicationFact } from '#contracts/clinic-onboarding';
import type { Fact } from '#platform/events';
import { tellClinic } from './tell';

type NewsOfApplication = 'registered' | 'approved' | 'rejected' | 'suspended' | 'reinstated';

interface AskedAgain extends Fact {
  readonly type: 'clinic-onboarding.document-asked-again';
  readonly clinicId: string;
  readonly documentId: string;
}

interface OnNewDevice extends Fact {
  readonly type: 'identity.clinic-on-new-device';
  readonly clinicId: string;
}

/** When this happened to an application, its clinic gets the mail of the same name. */
const whenClinicWas = (news: NewsOfApplication) =>
  tellClinic<Fact & ApplicationFact>({
    on: `clinic-onboarding.${news}`,
    mail: `clinic-onboarding.${news}`,
    about: ({ clinicId }) => ({ clinicId }),
  });

/** What clinics are told about their application and their account. */
export const clinicsAreTold = [
  whenClinicWas('registered'),
  whenClinicWas('approved'),
  whenClinicWas('rejected'),
  whenClinicWas('suspended'),
  whenClinicWas('reinstated'),
  tellClinic<AskedAgain>({
    on: 'clinic-onboarding.document-asked-again',
    mail: 'clinic-onboarding.document-asked-again',
    about: ({ clinicId, documentId }) => ({ clinicId, documentId }),
  }),
  tellClinic<OnNewDevice>({
    on: 'identity.clinic-on-new-device',
    mail: 'identity.clinic-on-new-device',
    about: () => ({}),
  }),
];
