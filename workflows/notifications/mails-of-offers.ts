import { offerFacts } from '#contracts/offers';
import { mailOf } from './mail-of';
import { requestValues } from './mails-of-requests';
import { itsClinic, itsPatient } from './readers';
import { outcomeValues } from './words-of-facts';

interface OfItsOffer {
  readonly offerId: string;
  readonly leadId: string;
  readonly clinicId: string;
}

const offerIds = ({ offerId, leadId, clinicId }: OfItsOffer) => ({ offerId, leadId, clinicId });

const toPatient = {
  about: 'request',
  topic: 'offers',
  by: 'both',
  to: itsPatient,
  ids: offerIds,
  page: ({ offerId }: { offerId?: string }) => `/offer/${offerId}`,
  values: requestValues,
} as const;

const toClinic = {
  about: 'offer',
  topic: 'offers',
  by: 'both',
  to: itsClinic,
  ids: ({ offerId, leadId }: OfItsOffer) => ({ offerId, leadId }),
  page: () => '/clinic/dashboard?tab=bids',
  values: outcomeValues,
} as const;

const { 'offers.declined': declined, 'offers.expired': expired } = offerFacts;

/** What the two sides of an offer are told of it: each of what the other did, and both of what the clock did. */
export const offerMails = {
  'offers.made': mailOf({ ...toPatient, on: offerFacts['offers.made'] }),
  'offers.revised': mailOf({ ...toPatient, on: offerFacts['offers.revised'] }),
  'offers.withdrawn': mailOf({ ...toPatient, on: offerFacts['offers.withdrawn'] }),
  'offers.expired': mailOf({ ...toPatient, on: expired }),
  'offers.expired-of-clinic': mailOf({ ...toClinic, on: expired }),
  'offers.accepted': mailOf({
    ...toClinic,
    on: offerFacts['offers.accepted'],
    page: ({ offerId }) => `/clinic/deal/${offerId}`,
  }),
  'offers.declined': mailOf({
    ...toClinic,
    on: declined,
    ids: (fact) => (fact.because === 'patient' ? toClinic.ids(fact) : null),
  }),
  'offers.not-chosen': mailOf({
    ...toClinic,
    on: declined,
    ids: (fact) => (fact.because === 'not-chosen' ? toClinic.ids(fact) : null),
  }),
  'offers.request-ended': mailOf({
    ...toClinic,
    on: declined,
    ids: (fact) => (fact.because === 'request-ended' ? toClinic.ids(fact) : null),
  }),
};
