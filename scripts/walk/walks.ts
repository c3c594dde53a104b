import type { Starts } from './reach';

/**
 * What a reader follows to understand the product: from the action of a page to the last thing that it causes.
 * `goal` is the most files that it may take to read (docs/architecture.md).
 */
export const walks: Readonly<Record<string, Starts & { readonly goal: number }>> = {
  // A patient sends a request, and it stands on the dashboards of clinics.
  request: {
    at: [
      'app/routes/_patient+/consultation.summary.tsx#action',
      'app/routes/_clinic+/clinic.dashboard.tsx#loader',
    ],
    events: ['leads.submitted', 'leads.published'],
    goal: 32,
  },
  // A clinic sends an offer, and the patient accepts it.
  offer: {
    at: [
      'app/routes/_clinic+/clinic.request.$id.tsx#action',
      'app/routes/_patient+/offer.$id.accept.tsx#action',
    ],
    events: ['offers.made'],
    goal: 45,
  },
  // What follows from an acceptance.
  acceptance: { at: [], events: ['offers.accepted'], goal: 30 },
  // A mail: when it is sent, to whom, with what words.
  mail: {
    at: ['workflows/notifications/send-email.ts#sendEmailHandler'],
    notified: ['offers.accepted'],
    goal: 12,
  },
};
