import { clinicZone, dealFacts, reviewFacts, teamFacts } from '#contracts/deals';
import { readableFor, startOfVisit } from '#modules/deals';
import { endReading } from '#modules/offers';
import type { Ctx } from '#platform/context';
import type { Values } from '../notifications/notification';
import { allStaff, itsClinic, itsPatient } from '../notifications/recipients';
import { timeIn } from '../notifications/words';
import { eventPage } from './event-page';

interface OfDeal {
  readonly offerId: string;
  readonly leadId: string;
  readonly patientId: string;
  readonly clinicId: string;
}

type Side = 'patient' | 'clinic';

const bothSides = (event: OfDeal) => [...itsPatient(event), ...itsClinic(event)];
const side = (event: OfDeal, which: Side) =>
  which === 'patient' ? itsPatient(event) : itsClinic(event);

/** The side that did not do it. */
const theOther = (event: OfDeal & { by: Side }) =>
  side(event, event.by === 'patient' ? 'clinic' : 'patient');

const deal = {
  about: 'deal',
  topic: 'deals',
  by: 'both',
  ids: ({ offerId, leadId, clinicId }: OfDeal) => ({ offerId, leadId, clinicId }),
  page: ({ offerId }: { offerId?: string }, reader: string) =>
    reader === 'clinic' ? `/clinic/deal/${offerId}` : `/deal/${offerId}`,
  values: (_ctx: Ctx): Promise<Values> => Promise.resolve({}),
} as const;

/** With the date that is agreed; there is no news any more once it was called off. */
const dated = {
  ...deal,
  values: async (ctx: Ctx, { offerId = '' }: { offerId?: string }) => {
    const start = await startOfVisit(ctx, { offerId });
    return start && { when: timeIn(ctx.locale, start, clinicZone) };
  },
} as const;

const review = { ...deal, topic: 'reviews' } as const;

/** Staff have a screen of deals; who they are is read there. */
const toStaff = { ...deal, by: 'mail', to: allStaff, page: () => '/admin/deals' } as const;

/** A deal that ends sets until when its clinic reads what the patient gave, in the transaction of the event. */
export const dealPages = [
  eventPage(dealFacts['deals.time-proposed'], {
    when: 'One side of a deal proposes a date.',
    causedBy: ['deals.propose-time'],
    notify: { 'deals.time-proposed': { ...deal, to: theOther } },
  }),

  eventPage(dealFacts['deals.time-declined'], {
    when: 'One side declines the date that the other proposed.',
    causedBy: ['deals.decline-time'],
    notify: { 'deals.time-declined': { ...deal, to: theOther } },
  }),

  eventPage(dealFacts['deals.scheduled'], {
    when: 'Both sides agree on a date, for the first time or in place of another one.',
    causedBy: ['deals.accept-time'],
    notify: {
      'deals.scheduled': {
        ...dated,
        to: bothSides,
        ids: (event) => (event.changed ? null : deal.ids(event)),
      },
      'deals.rescheduled': {
        ...dated,
        to: bothSides,
        ids: (event) => (event.changed ? deal.ids(event) : null),
      },
    },
  }),

  eventPage(dealFacts['deals.visit-soon'], {
    when: 'The agreed date is near.',
    causedBy: ['deals.visit-window'],
    notify: { 'deals.visit-soon': { ...dated, to: bothSides } },
  }),

  eventPage(dealFacts['deals.treatment-due'], {
    when: 'Two days have passed since the agreed date: both sides are asked what happened.',
    causedBy: ['deals.treatment-window'],
    notify: { 'deals.treatment-due': { ...deal, to: bothSides } },
  }),

  eventPage(dealFacts['deals.confirmed'], {
    when: 'One side confirms that the treatment took place, and at which price.',
    causedBy: ['deals.treated'],
    notify: { 'deals.confirmed': { ...deal, to: theOther } },
  }),

  eventPage(dealFacts['deals.confirmation-due'], {
    when: 'One side has confirmed and the other has not answered; the second time is the last.',
    causedBy: ['deals.first-nudge-window', 'deals.second-nudge-window'],
    notify: { 'deals.confirmation-due': { ...deal, to: (event) => side(event, event.awaited) } },
  }),

  eventPage(dealFacts['deals.denied'], {
    when: 'One side says that no treatment took place: the team looks at it.',
    causedBy: ['deals.not-treated'],
    notify: { 'deals.denied': toStaff },
  }),

  eventPage(dealFacts['deals.treated'], {
    when: 'Both sides have confirmed, one was silent for two weeks, or the team decided: a review may be written.',
    causedBy: ['deals.treated', 'deals.silence-window', 'admin.deals.uphold'],
    steps: {
      'offers.reading-ends-after-treatment': (tx, { offerId }) =>
        endReading(tx, { offerId, length: readableFor.treated }),
    },
    notify: { 'deals.treated': { ...deal, to: itsPatient } },
  }),

  eventPage(dealFacts['deals.stood-still'], {
    when: 'No date was agreed for a long time, or no side confirmed after it: the team looks at it.',
    causedBy: ['deals.date-window', 'deals.report-window'],
    notify: { 'deals.stood-still': toStaff },
  }),

  eventPage(dealFacts['deals.cancelled'], {
    when: 'One side or the team cancels a deal.',
    causedBy: ['deals.cancel', 'admin.deals.cancel'],
    steps: {
      'offers.reading-ends-after-cancellation': (tx, { offerId }) =>
        endReading(tx, { offerId, length: readableFor.cancelled }),
    },
    notify: {
      'deals.cancelled': {
        ...deal,
        to: (event) =>
          event.by === 'patient' || event.by === 'clinic'
            ? theOther({ ...event, by: event.by })
            : bothSides(event),
      },
    },
  }),

  eventPage(dealFacts['deals.reviewed'], {
    when: 'The patient reviews the clinic.',
    causedBy: ['deals.review'],
    notify: { 'deals.reviewed': { ...review, to: itsClinic } },
  }),

  eventPage(teamFacts['deals.team-wrote'], {
    when: 'The team writes to both sides of a deal.',
    causedBy: ['admin.deals.write'],
    // That there is something to read, never what: the page shows it.
    notify: { 'deals.team-wrote': { ...deal, to: bothSides } },
  }),

  eventPage(reviewFacts['deals.review-answered'], {
    when: 'A clinic answers a review.',
    causedBy: ['deals.answer-review'],
    notify: { 'deals.review-answered': { ...review, to: itsPatient } },
  }),

  eventPage(reviewFacts['deals.review-reported'], {
    when: 'One side reports a review, or its answer, to the team.',
    causedBy: ['deals.report-review'],
  }),

  eventPage(reviewFacts['deals.review-removed'], {
    when: 'The team removes a review, or its answer.',
    causedBy: ['admin.reviews.remove', 'admin.reviews.remove-answer'],
    notify: { 'deals.review-removed': { ...review, to: bothSides } },
  }),
];
