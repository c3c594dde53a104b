import { days, hours } from '#platform/duration';

/** What the walk over a flow needs: one valid input, and the fields of events that have some. */
export interface FlowSample {
  readonly input: object;
  readonly events?: Record<string, object>;
}

const a = '6c7d6a5e-94f4-4a15-9f6c-0a5f5f6a000a';
const b = '6c7d6a5e-94f4-4a15-9f6c-0a5f5f6a000b';

const evidence = {
  complete: true,
  accepted: true,
  clocks: { reminder: hours(24), escalation: hours(48), breach: hours(72) },
};

/** By name of the flow; a flow without one fails the test. */
export const flowSamples: Record<string, FlowSample> = {
  'identity.otp-challenge': { input: { challengeId: a } },
  'leads.lead': {
    input: {
      leadId: a,
      patientId: b,
      windows: {
        screening: hours(1),
        widening: hours(24),
        notice: hours(48),
        reminder: days(25),
        expiry: days(30),
      },
      findings: [],
    },
    events: { 'leads.offer-accepted': { offerId: b } },
  },
  'clinic-onboarding.application': {
    input: { clinicId: a, ...evidence },
    events: {
      'clinic-onboarding.change-documents': evidence,
      'clinic-onboarding.review-documents': evidence,
      'clinic-onboarding.resubmit': evidence,
    },
  },
};
