import { careChanged, careEvents, recordEvents } from '#contracts/aftercare';
import { allStaff, eventPage, itsClinic, itsPatient } from './event-page';

interface OfCare {
  readonly offerId: string;
  readonly leadId: string;
  readonly clinicId: string;
}

const both = { patient: [careChanged], clinic: [careChanged] } as const;

const ofPatient = {
  about: 'deal',
  topic: 'deals',
  by: 'both',
  to: itsPatient,
  ids: ({ offerId, leadId, clinicId }: OfCare) => ({ offerId, leadId, clinicId }),
  page: ({ offerId }: { offerId?: string }) => `/deal/${offerId}/aftercare`,
  values: () => Promise.resolve({}),
} as const;

/** What a person reads of an answer in a mail: that there is one, never what it says. */
export const aftercarePages = [
  eventPage(careEvents['aftercare.offered'], {
    when: 'A treatment counts as done: its patient may agree to be asked how it goes.',
    causedBy: ['deals.treated'],
    rows: { 'aftercare.care': 'new', 'aftercare.given': 'new, persons, plans, treatments, used' },
    audit: ['aftercare.offer'],
    live: both,
    notify: { 'aftercare.offered': { ...ofPatient, by: 'product' } },
  }),

  eventPage(careEvents['aftercare.agreed'], {
    when: 'A patient agrees to be asked on days 1, 7, 30, 180 and 365 after the treatment.',
    causedBy: ['aftercare.agree'],
    rows: {
      'aftercare.care': 'agreed_at, country, state, zone',
      'aftercare.check_in': 'new',
      'identity.consent': 'new',
    },
    audit: ['aftercare.agree'],
    live: both,
  }),

  eventPage(careEvents['aftercare.stopped'], {
    when: 'A patient stops the questions, takes the consent back, or closes the account.',
    causedBy: ['aftercare.stop', 'identity.set-consent'],
    rows: {
      'aftercare.care': 'ended_at, state',
      'aftercare.check_in': 'state',
      'identity.consent': 'withdrawn_at',
    },
    audit: ['aftercare.stop', 'identity.consent-withdrawn'],
    live: both,
  }),

  eventPage(careEvents['aftercare.check-in-due'], {
    when: 'One of the days has come, by the clock of where the patient said to be.',
    causedBy: ['aftercare.due-window'],
    rows: { 'aftercare.check_in': 'state' },
    live: both,
    notify: { 'aftercare.check-in-due': ofPatient },
  }),

  eventPage(careEvents['aftercare.answered'], {
    when: 'A patient answers the questions of a day, at most a week late.',
    causedBy: ['aftercare.answer'],
    rows: {
      'aftercare.care': 'country, zone',
      'aftercare.check_in': 'answered_at, answers, country, dangers, due_at, note, state',
    },
    audit: ['aftercare.answer'],
    live: both,
  }),

  eventPage(careEvents['aftercare.danger'], {
    when: 'An answer means danger: the patient reads the emergency number first, and the clinic has a day to answer.',
    causedBy: ['aftercare.answer'],
    live: both,
    notify: {
      'aftercare.danger': {
        ...ofPatient,
        to: itsClinic,
        first: true,
        alone: true,
        page: ({ offerId }: { offerId?: string }) => `/clinic/deal/${offerId}/aftercare`,
      },
    },
  }),

  eventPage(careEvents['aftercare.unanswered'], {
    when: 'A clinic has not answered an answer that means danger for a day: the team looks at it.',
    causedBy: ['aftercare.reply-window'],
    rows: { 'aftercare.check_in': 'state' },
    live: { ...both, staff: ['staff.queue-changed'] },
    notify: {
      'aftercare.unanswered': {
        ...ofPatient,
        by: 'mail',
        to: allStaff,
        page: () => '/admin/check-ins',
      },
    },
  }),

  eventPage(careEvents['aftercare.replied'], {
    when: 'A clinic answers what its patient said that means danger.',
    causedBy: ['aftercare.reply'],
    rows: { 'aftercare.check_in': 'replied_at, reply, state' },
    audit: ['aftercare.reply'],
    live: { ...both, staff: ['staff.queue-changed'] },
    notify: { 'aftercare.replied': ofPatient },
  }),

  eventPage(recordEvents['aftercare.record-given'], {
    when: 'A clinic says what was used, how it goes on and whom the patient may ask, or changes it.',
    causedBy: ['aftercare.give-record', 'deals.treated'],
    rows: {
      'aftercare.record': 'new, given_at, person, plan, used',
      'aftercare.given': 'new, persons, plans, used',
    },
    live: both,
    notify: { 'aftercare.record-given': { ...ofPatient, by: 'product' } },
  }),
];
