import { phoneOfClinic } from './approved-clinics';
import { phoneOfPatient } from './demo-patients';

/** One window of the walk through the demo that the start prints: where, as whom, and what to do there, in this order. */
interface Window {
  readonly name: string;
  readonly page: string;
  /** As in the lists of `demo.json`: a phone number, or the e-mail address of a member of staff. */
  readonly signIn: string;
  readonly steps: readonly string[];
}

export const tour: readonly Window[] = [
  {
    name: 'Patient (Sarah)',
    page: '/login',
    signIn: phoneOfPatient('sarah'),
    steps: [
      'My Offers, Dental Implants: compare four offers, see who opened your photos.',
      'Galata Dental & Hair, Contact Clinic: ask something, with a phone number in it.',
      'Accept its offer once it has answered in window 2; then agree on the day it proposes.',
    ],
  },
  {
    name: 'Clinic (Galata Dental & Hair)',
    page: '/clinic-login',
    signIn: phoneOfClinic('galata'),
    steps: [
      'New Leads: a request arrives every 30 seconds while this page is open. Send an offer for one.',
      'Active Bids: answer Sarah. Her number stays hidden until she accepts.',
      'Won Deals, once she has: her contact details are open. Propose a day.',
    ],
  },
  {
    name: 'Reviewer',
    page: '/admin',
    signIn: 'reviewer@demo.example',
    steps: [
      'Clinics: an application waits, another one is late.',
      'Deals: a treatment that one side denies. Reviews, Conversations: one of each was reported.',
    ],
  },
];
