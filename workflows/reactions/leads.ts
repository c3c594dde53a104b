import { exchangeEvents } from '#contracts/exchange';
import { askEvents, leadEvents } from '#contracts/leads';
import { endSharesOfRequest } from '#modules/companions';
import { removeCopies } from '#modules/consultation';
import { filterForMail, withdrawListing } from '#modules/exchange';
import { memberNames } from '#modules/identity';
import { endAsksOf, publishAsks } from '#modules/leads';
import { declineNotChosen, declineWithRequest } from '#modules/offers';
import { audit } from '#engine';
import type { Ctx, TxCtx } from '#platform/context';
import { listAsks, refreshListings } from '../exchange/refresh-listings';
import { requestValues } from '../notifications/words';
import { eventPage, itsClinic, itsPatient } from './event-page';

interface OfRequest {
  readonly leadId: string;
}

const toPatient = {
  about: 'request',
  topic: 'requests',
  by: 'both',
  to: itsPatient,
  ids: ({ leadId }: OfRequest) => ({ leadId }),
  page: ({ leadId }: { leadId?: string }) => `/request-detail/${leadId}`,
  values: requestValues,
} as const;

const toClinic = {
  ...toPatient,
  about: 'exchange',
  to: itsClinic,
  page: ({ leadId }: { leadId?: string }) => `/clinic/request/${leadId}`,
} as const;

/**
 * Whether and how clinics find a request is part of the event that changes it: no list shows what was taken back, and no
 * job can be lost. Whatever ends a request takes it off.
 */
const list = (tx: TxCtx, { leadId }: OfRequest) => refreshListings(tx, [leadId]);
const unlist = (tx: TxCtx, { leadId }: OfRequest) => withdrawListing(tx, leadId);

const filterOf = (
  ctx: Ctx,
  { filterId = '', clinicId = '' }: { filterId?: string; clinicId?: string },
) => filterForMail(ctx, { filterId, clinicId });

/** What belongs to a request and must end with it is a step of `leads.cancelled`. */
export const leadPages = [
  eventPage(leadEvents['leads.submitted'], {
    when: 'A patient sends a request; screening begins.',
    causedBy: ['leads.submit', '/deal/:id'],
    rows: {
      'leads.lead': 'new, screening_ends_at',
      'leads.activity': 'new',
      'identity.consent': 'new',
    },
    audit: ['leads.submit'],
    live: { patient: ['leads.status-changed'], staff: ['staff.queue-changed'] },

    // Who has just sent it sees that in the product.
    notify: { 'leads.submitted': { ...toPatient, by: 'mail' } },
  }),

  eventPage(leadEvents['leads.sent-back'], {
    when: 'The team asks the patient to change a request before clinics see it.',
    causedBy: ['admin.leads.send-back'],
    rows: { 'leads.lead': 'cancel_reason, sent_back_at', 'leads.activity': 'new' },
    audit: ['leads.send-back'],
    live: { patient: ['leads.status-changed'], staff: ['staff.queue-changed'] },
    notify: { 'leads.sent-back': toPatient },
  }),

  eventPage(leadEvents['leads.published'], {
    when: 'Nothing was found in a request, or the team approved it: clinics may see it.',
    causedBy: ['leads.screening-window', 'admin.leads.approve'],
    rows: {
      'leads.lead': 'expires_at, offers_due_at, published_at, screening_ends_at, status',
      'exchange.posting': 'new',
      'exchange.listing': 'new',
      'leads.activity': 'new',
    },
    audit: ['leads.approve'],
    live: {
      patient: ['leads.status-changed'],
      exchange: ['exchange.listing-changed'],
      staff: ['staff.queue-changed'],
    },
    steps: {
      'exchange.list-published': list,
      // Behind the listing, which says who is asked.
      'leads.publish-asks': publishAsks,
    },
    notify: { 'leads.published': toPatient },
  }),

  eventPage(leadEvents['leads.widened'], {
    when: 'No offer came from the chosen cities: clinics elsewhere see the request too.',
    causedBy: ['leads.widening-window'],
    rows: {
      'leads.lead': 'widened, widened_at',
      'exchange.posting': 'gone, new',
      'exchange.listing': 'widened',
      'leads.activity': 'new',
    },
    live: { patient: ['leads.status-changed'], exchange: ['exchange.listing-changed'] },
    steps: { 'exchange.list-widened': list },
    notify: { 'leads.widened': { ...toPatient, by: 'product' } },
  }),

  eventPage(leadEvents['leads.no-offers-yet'], {
    when: 'The promised time is over without an offer: the patient is asked what to do.',
    causedBy: ['leads.notice-window'],
    rows: { 'leads.lead': 'notice_at', 'leads.activity': 'new' },
    live: { patient: ['leads.status-changed'], exchange: ['exchange.listing-changed'] },
    notify: { 'leads.no-offers-yet': toPatient },
  }),

  eventPage(leadEvents['leads.cities-opened'], {
    when: 'The patient would go to any city.',
    causedBy: ['leads.open-cities'],
    rows: {
      'leads.lead': 'locations, notice_at',
      'exchange.posting': 'gone, new',
      'exchange.listing': 'locations',
      'leads.activity': 'new',
    },
    live: { patient: ['leads.status-changed'], exchange: ['exchange.listing-changed'] },
    steps: { 'exchange.list-cities-opened': list },
  }),

  eventPage(leadEvents['leads.offers-received'], {
    when: 'A request has its first offer.',
    causedBy: ['offers.made'],
    rows: {
      'leads.lead': 'offers_count, status',
      'leads.activity': 'new',
      'exchange.listing': 'offers_count',
    },
    live: { patient: ['leads.status-changed'], exchange: ['exchange.listing-changed'] },
    steps: { 'exchange.list-offers-received': list },
  }),

  eventPage(leadEvents['leads.offers-gone'], {
    when: 'The last offer of a request is gone: the search begins again.',
    causedBy: ['offers.declined', 'offers.withdrawn', 'offers.expired'],
    rows: {
      'leads.lead': 'offers_count, offers_due_at, status',
      'leads.activity': 'new',
      'exchange.listing': 'offers_count',
    },
    live: { patient: ['leads.status-changed'], exchange: ['exchange.listing-changed'] },
    steps: { 'exchange.list-offers-gone': list },
  }),

  eventPage(leadEvents['leads.reminder-due'], {
    when: 'A request closes in a few days.',
    causedBy: ['leads.reminder-window'],
    rows: { 'leads.activity': 'new' },
    live: { patient: ['leads.status-changed'], exchange: ['exchange.listing-changed'] },
    notify: {
      'leads.reminder-due': {
        ...toPatient,
        // Closed already: there is nothing left to remind of.
        values: async (ctx, ids) => {
          const known = await requestValues(ctx, ids);
          return known.date ? known : null;
        },
      },
    },
  }),

  eventPage(leadEvents['leads.completed'], {
    when: 'A request ends with the offer that its patient accepted.',
    causedBy: ['offers.accepted'],
    rows: {
      'leads.lead': 'accepted_offer_id, completed_at, status',
      'leads.activity': 'new',
      'exchange.listing': 'gone',
      'exchange.posting': 'gone',
      'offers.offer': 'price_among, price_place',
    },
    live: { patient: ['leads.status-changed'], exchange: ['exchange.listing-changed'] },
    steps: {
      'exchange.withdraw-completed': unlist,
      'offers.decline-not-chosen': declineNotChosen,
      'leads.end-asks-of-completed': endAsksOf,
      'companions.end-with-choice': endSharesOfRequest,
    },
  }),

  eventPage(leadEvents['leads.cancelled'], {
    when: 'A request ends without a choice: by its patient, by the team, or by time. The mail comes when the team ends it.',
    causedBy: [
      'leads.cancel',
      'leads.change',
      'admin.leads.reject',
      'leads.expiry-window',
      'leads.return-window',
      'identity.set-consent',
      'leaving.delete-account',
    ],
    rows: {
      'leads.lead':
        'cancel_reason, cancelled_at, cancelled_by, notice_at, offers_count, sent_back_at, status',
      'leads.activity': 'new',
      // A request that is changed opens the wizard again.
      'consultation.draft': 'new, details_version, fields, step, version',
      'exchange.listing': 'gone',
      'exchange.posting': 'gone',
    },
    audit: ['leads.reject', 'leads.cancel', 'leads.expire'],
    live: {
      patient: ['leads.status-changed'],
      exchange: ['exchange.listing-changed'],
      staff: ['staff.queue-changed'],
    },
    steps: {
      // The entry of a person is written with the command, which knows the reason; a clock has no command.
      'leads.audit-expiry': async (tx, { leadId, by }) => {
        if (by !== 'expiry') return;
        await audit(tx, { action: 'leads.expire', object: { type: 'lead', id: leadId } });
      },
      'offers.decline-with-request': declineWithRequest,
      'leads.end-asks-of-cancelled': endAsksOf,
      'companions.end-with-request': endSharesOfRequest,
      'exchange.withdraw-cancelled': unlist,
    },
    // Clinics lose what they got to see of it. Meanwhile each view asks anew and is refused.
    jobs: {
      'consultation.copies-of-ended': (ctx, { leadId }) =>
        removeCopies(ctx, { leadId, keptBy: null }),
    },
    notify: {
      // Who cancels knows it; whose request the team refuses does not.
      'leads.refused': {
        ...toPatient,
        ids: ({ leadId, by }) => (by === 'team' ? { leadId } : null),
      },
    },
  }),

  eventPage(leadEvents['leads.expired'], {
    when: 'A request was open for as long as requests are.',
    causedBy: ['leads.expiry-window', 'leads.return-window'],
    notify: { 'leads.expired': toPatient },
  }),

  eventPage(askEvents['leads.clinic-asked'], {
    when: 'A request that asks a clinic is published: the clinic sees it first in its list.',
    causedBy: ['leads.published'],
    rows: { 'leads.ask': 'kept_until, state', 'exchange.listing': 'asked' },
    live: { patient: ['leads.status-changed'], clinic: ['exchange.listing-changed'] },
    steps: { 'exchange.list-asked': listAsks },
    notify: { 'leads.clinic-asked': toClinic },
  }),

  eventPage(askEvents['leads.ask-refused'], {
    when: 'A clinic says no to a request that asks it: its place is free again.',
    causedBy: ['leads.decline-ask'],
    rows: {
      'leads.ask': 'ended_at, kept_until, refusal, state',
      'exchange.listing': 'asked',
    },
    audit: ['leads.refuse-ask'],
    live: { patient: ['leads.status-changed'], clinic: ['exchange.listing-changed'] },
    steps: { 'exchange.list-refused': listAsks },
    notify: {
      'leads.ask-refused': {
        ...toPatient,
        ids: ({ leadId, clinicId }) => ({ leadId, clinicId }),
      },
    },
  }),

  eventPage(askEvents['leads.ask-lapsed'], {
    when: 'A place was kept for a clinic for a day: it is free again.',
    causedBy: ['leads.place-window'],
    rows: { 'leads.ask': 'kept_until, state' },
    live: { patient: ['leads.status-changed'], clinic: ['exchange.listing-changed'] },
  }),

  eventPage(askEvents['leads.ask-ended'], {
    when: 'A clinic that is asked is suspended, or its account ends: its place is free again.',
    causedBy: [
      'clinic-onboarding.suspended',
      'leaving.account-closed',
      'identity.account-detached',
    ],
    rows: {
      'leads.ask': 'ended_at, ended_because, kept_until, state',
      'exchange.listing': 'asked',
    },
    live: { patient: ['leads.status-changed'], clinic: ['exchange.listing-changed'] },
    steps: { 'exchange.list-ended': listAsks },
  }),

  eventPage(exchangeEvents['exchange.request-given'], {
    when: 'A clinic says who of its team looks after a request from now on.',
    causedBy: ['exchange.give-request', '/clinic/request/:id'],
    rows: { 'exchange.assignment': 'new, given_at, member_id' },
    notify: {
      'exchange.request-given': {
        ...toClinic,
        by: 'mail',
        ids: ({ leadId, memberId, clinicId }) => ({ leadId, memberId, clinicId }),
        // Null once the member is gone: nothing is sent.
        values: async (ctx, { leadId, memberId = '' }) => {
          const member = (await memberNames(ctx, [memberId])).get(memberId);
          return member ? { ...(await requestValues(ctx, { leadId })), member: member.name } : null;
        },
      },
    },
  }),

  eventPage(exchangeEvents['exchange.filter-matched'], {
    when: 'Requests were published that a saved filter of a clinic finds; at most once an hour for each filter.',
    causedBy: ['exchange.announce-matches'],
    rows: { 'exchange.saved_filter': 'told_at, told_until' },
    notify: {
      'exchange.filter-matched': {
        about: 'exchange',
        topic: 'requests',
        by: 'mail',
        to: itsClinic,
        ids: ({ filterId, clinicId }) => ({ filterId, clinicId }),
        page: ({ filterId }) => `/clinic/dashboard?filter=${filterId}`,
        ends: async (ctx, ids) => {
          const filter = await filterOf(ctx, ids);
          return filter && `/saved-filter/${filter.endToken}`;
        },
        // Null once its mails have ended: nothing is sent.
        values: async (ctx, ids) => {
          const filter = await filterOf(ctx, ids);
          return filter && { filter: filter.name };
        },
      },
    },
  }),
];
