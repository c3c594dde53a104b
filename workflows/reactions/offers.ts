import { offerClockEvents, offerEvents } from '#contracts/offers';
import { removeCopies } from '#modules/consultation';
import { beginDeal, recordAnswer } from '#modules/deals';
import { noteOffers } from '#modules/exchange';
import { leadFlow, noteOfferActivity, publicationFor } from '#modules/leads';
import { clinicsOffering, minutesLeft, priceOfRevision } from '#modules/offers';
import type { Ctx, TxCtx } from '#platform/context';
import { send, sendIfAccepted } from '#engine';
import { outcomeValues, requestValues } from '../notifications/words';
import { eventPage, itsClinic, itsPatient } from './event-page';

interface OfOffer {
  readonly offerId: string;
  readonly leadId: string;
}

interface WithParties extends OfOffer {
  readonly patientId: string;
  readonly clinicId: string;
}

/** Lists of clinics say whose offers there are, as they stand now. */
const listOffers = async (tx: TxCtx, { leadId }: OfOffer): Promise<void> => {
  const offering = await clinicsOffering(tx, [leadId]);
  await noteOffers(tx, { leadId, clinicIds: offering.get(leadId) ?? [] });
};

/** The request may be over already: then it is what ended the offer. */
const loseOffer = async (tx: TxCtx, { offerId, leadId: id }: OfOffer): Promise<void> => {
  const event = { type: 'leads.offer-gone', offerId } as const;
  if (await sendIfAccepted(tx, leadFlow, { id, event }))
    await listOffers(tx, { offerId, leadId: id });
};

/** The owner of a request reads in one list what happened to it and to its offers. */
const activity =
  (kind: 'offer-revised' | 'offer-withdrawn' | 'offer-expired' | 'offer-declined') =>
  (tx: TxCtx, { leadId, patientId }: WithParties): Promise<void> =>
    noteOfferActivity(tx, { leadId, patientId, kind });

const toPatient = {
  about: 'request',
  topic: 'offers',
  by: 'both',
  to: itsPatient,
  ids: ({ offerId, leadId, clinicId }: WithParties) => ({ offerId, leadId, clinicId }),
  page: ({ offerId }: { offerId?: string }) => `/offer/${offerId}`,
  values: requestValues,
} as const;

const toClinic = {
  about: 'offer',
  topic: 'offers',
  by: 'both',
  to: itsClinic,
  ids: ({ offerId, leadId }: OfOffer) => ({ offerId, leadId }),
  page: () => '/clinic/dashboard?tab=bids',
  values: outcomeValues,
} as const;

/** For a text message: less than how many hours are left. */
async function hoursLeft(ctx: Ctx, { offerId = '' }: { offerId?: string }) {
  const minutes = await minutesLeft(ctx, { offerId });
  return minutes === null ? null : { hours: String(Math.ceil(minutes / 60)) };
}

/**
 * A request and its offers move as one: each step runs under the request's lock, which every event of an offer takes first.
 */
export const offerPages = [
  eventPage(offerEvents['offers.made'], {
    when: 'A clinic sends an offer for a request.',
    causedBy: ['offers.send'],
    rows: {
      'offers.offer': 'new, expires_at',
      'offers.revision': 'new',
      'leads.lead': 'offers_count',
      'leads.activity': 'new',
      'exchange.listing': 'offered_by, offers_count',
      'deals.answer': 'new',
    },
    audit: ['offers.make'],
    live: {
      patient: ['offers.changed', 'leads.status-changed'],
      clinic: ['offers.changed'],
      exchange: ['exchange.listing-changed'],
    },
    steps: {
      'leads.receive-offer': async (tx, { offerId, leadId: id }) => {
        await send(tx, leadFlow, { id, event: { type: 'leads.offer-received', offerId } });
        await listOffers(tx, { offerId, leadId: id });
      },
      'deals.record-answer': async (tx, { leadId, clinicId }) => {
        const published = await publicationFor(tx, { leadId, clinicId });
        if (published) await recordAnswer(tx, { leadId, clinicId, ...published });
      },
    },
    notify: { 'offers.made': toPatient },
  }),

  eventPage(offerEvents['offers.revised'], {
    when: 'A clinic changes its offer; what was offered before stays readable.',
    causedBy: ['offers.revise'],
    rows: {
      'offers.offer': 'expires_at, revision',
      'offers.revision': 'new',
      'leads.activity': 'new',
    },
    audit: ['offers.revise'],
    live: { patient: ['offers.changed'], clinic: ['offers.changed'] },
    steps: { 'leads.tell-offer-revised': activity('offer-revised') },
    notify: { 'offers.revised': toPatient },
  }),

  eventPage(offerEvents['offers.answered'], {
    when: 'The patient writes to the clinic for the first time.',
    causedBy: ['messaging.send'],
    rows: {
      'offers.offer': 'status',
      'messaging.conversation':
        'new, clinic_unread, clinic_unread_from, last_from, last_message_at',
      'messaging.message': 'new',
    },
    live: {
      patient: ['offers.changed', 'messaging.changed'],
      clinic: ['offers.changed', 'messaging.changed'],
    },
    enqueues: ['messaging.tell-unread'],
  }),

  eventPage(offerEvents['offers.accepted'], {
    when: 'The patient accepts the revision that is shown, before it expires.',
    causedBy: ['offers.accept'],
    rows: {
      'offers.offer': 'ended_at, seal_version, sealed_hash, slot, status',
      'deals.deal': 'new',
    },
    audit: ['offers.accept', 'deals.begin'],
    live: {
      patient: ['offers.changed', 'deals.changed'],
      clinic: ['offers.changed', 'deals.changed'],
    },
    steps: {
      'leads.complete-with-offer': async (tx, { offerId, leadId: id }) => {
        await send(tx, leadFlow, { id, event: { type: 'leads.offer-accepted', offerId } });
      },
      'deals.begin': async (tx, { offerId, leadId, patientId, clinicId, revision }) => {
        const price = await priceOfRevision(tx, { offerId, revision });
        await beginDeal(tx, { offerId, leadId, patientId, clinicId, ...price });
      },
    },
    // Other clinics lose what they got to see of the request. Meanwhile each view asks anew and is refused.
    jobs: {
      'consultation.copies-of-chosen': (ctx, { leadId, clinicId }) =>
        removeCopies(ctx, { leadId, keptBy: clinicId }),
    },
    notify: {
      'offers.accepted': { ...toClinic, page: ({ offerId }) => `/clinic/deal/${offerId}` },
    },
  }),

  eventPage(offerEvents['offers.declined'], {
    when: 'An offer is declined, another one chosen, or the request ends: a mail for each, steps for the first alone.',
    causedBy: ['offers.decline', 'leads.completed', 'leads.cancelled'],
    rows: {
      'offers.offer':
        'decline_reason, declined_because, ended_at, price_among, price_place, slot, status',
      'exchange.listing': 'offered_by, offers_count',
      'leads.lead': 'offers_count',
      'leads.activity': 'new',
    },
    audit: ['offers.decline'],
    live: {
      patient: ['offers.changed', 'leads.status-changed'],
      clinic: ['offers.changed'],
      exchange: ['exchange.listing-changed'],
    },
    steps: {
      'leads.tell-offer-declined': async (tx, event) => {
        if (event.because === 'patient') await activity('offer-declined')(tx, event);
      },
      'leads.lose-declined-offer': async (tx, event) => {
        if (event.because === 'patient') await loseOffer(tx, event);
      },
    },
    notify: {
      'offers.declined': {
        ...toClinic,
        ids: (event) => (event.because === 'patient' ? toClinic.ids(event) : null),
      },
      'offers.not-chosen': {
        ...toClinic,
        ids: (event) => (event.because === 'not-chosen' ? toClinic.ids(event) : null),
      },
      'offers.request-ended': {
        ...toClinic,
        ids: (event) => (event.because === 'request-ended' ? toClinic.ids(event) : null),
      },
    },
  }),

  eventPage(offerEvents['offers.withdrawn'], {
    when: 'A clinic takes its offer back, is suspended, or its account ends.',
    causedBy: [
      'offers.withdraw',
      'clinic-onboarding.suspended',
      'leaving.account-closed',
      'identity.account-detached',
    ],
    rows: {
      'offers.offer': 'ended_at, slot, status, withdrawn_by',
      'exchange.listing': 'offered_by, offers_count',
      'leads.lead': 'offers_count',
      'leads.activity': 'new',
    },
    audit: ['offers.withdraw'],
    live: {
      patient: ['offers.changed', 'leads.status-changed'],
      clinic: ['offers.changed'],
      exchange: ['exchange.listing-changed'],
    },
    steps: {
      'leads.tell-offer-withdrawn': activity('offer-withdrawn'),
      'leads.lose-withdrawn-offer': loseOffer,
    },
    notify: { 'offers.withdrawn': toPatient },
  }),

  eventPage(offerClockEvents['offers.ending'], {
    when: 'An offer that waits for an answer ends within two hours.',
    causedBy: ['offers.announce-ends'],
    rows: { 'offers.announced_end': 'new, expires_at' },
    notify: { 'offers.ending': { ...toPatient, by: 'product', text: hoursLeft } },
  }),

  eventPage(offerEvents['offers.expired'], {
    when: 'The time for which an offer is valid is over.',
    causedBy: ['offers.validity-window'],
    rows: {
      'offers.offer': 'ended_at, slot, status',
      'exchange.listing': 'offered_by, offers_count',
      'leads.lead': 'offers_count',
      'leads.activity': 'new',
    },
    live: {
      patient: ['offers.changed', 'leads.status-changed'],
      clinic: ['offers.changed'],
      exchange: ['exchange.listing-changed'],
    },
    steps: {
      'leads.tell-offer-expired': activity('offer-expired'),
      'leads.lose-expired-offer': loseOffer,
    },
    notify: { 'offers.expired': toPatient, 'offers.expired-of-clinic': toClinic },
  }),
];
