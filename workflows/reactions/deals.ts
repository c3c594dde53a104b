import { otherSide, type Side, sides } from '#platform/base/actor';
import { clinicZone, dealEvents, reviewEvents, teamEvents } from '#contracts/deals';
import { clinicReach } from '#modules/clinic-onboarding';
import { endSharesOfDeal } from '#modules/companions';
import { dayOfTreatment, readableFor, startOfVisit } from '#modules/deals';
import { endReading } from '#modules/offers';
import { planOutcome } from '#modules/outcomes';
import type { Ctx } from '#platform/context';
import { now } from '#platform/time/clock';
import { offerAftercare } from '../deals/aftercare';
import type { Reader, Values } from '../notifications/notification';
import { hereOf } from '../notifications/reader-time';
import { cityIn, timeIn } from '../notifications/words';
import { allStaff, eventPage, itsClinic, itsPatient, recipients } from './event-page';

interface OfDeal {
  readonly offerId: string;
  readonly leadId: string;
  readonly patientId: string;
  readonly clinicId: string;
}

const side = ({ patientId, clinicId }: OfDeal, type: Side) =>
  [{ type, id: type === 'patient' ? patientId : clinicId }] as const;

const bothSides = recipients(sides, (event: OfDeal) => sides.flatMap((one) => side(event, one)));

/** The side that did not do it. */
const theOther = recipients(sides, (event: OfDeal & { by: Side }) =>
  side(event, otherSide(event.by)),
);

const deal = {
  about: 'deal',
  topic: 'deals',
  by: 'both',
  ids: ({ offerId, leadId, clinicId }: OfDeal) => ({ offerId, leadId, clinicId }),
  page: ({ offerId }: { offerId?: string }, reader: string) =>
    reader === 'clinic' ? `/clinic/deal/${offerId}` : `/deal/${offerId}`,
  values: (_ctx: Ctx): Promise<Values> => Promise.resolve({}),
} as const;

/** With the date that is agreed, and the clinic's city; there is no news any more once it was called off. */
const dated = {
  ...deal,
  alone: true,
  values: async (ctx: Ctx, { offerId = '', clinicId }: Partial<OfDeal>, reader?: Reader) => {
    const start = await startOfVisit(ctx, { offerId });
    if (!start) return null;
    const clinic = clinicId ? await clinicReach(ctx, { clinicId }) : null;
    const city = clinic ? cityIn(ctx.locale, clinic.city) : 'unknown';
    const here = await hereOf(ctx, { at: start, reader, length: 'long' });
    return { when: timeIn(ctx.locale, start, clinicZone), city, here };
  },
} as const;

/** For a text message: there is nothing to remind of once the date has come. */
async function whileAhead(
  ctx: Ctx,
  { offerId = '' }: Partial<OfDeal>,
  reader: Reader,
): Promise<Values | null> {
  const start = await startOfVisit(ctx, { offerId });
  if (!start || start <= (await now(ctx))) return null;
  const here = await hereOf(ctx, { at: start, reader, length: 'short' });
  return { when: timeIn(ctx.locale, start, clinicZone), here };
}

const review = { ...deal, topic: 'reviews' } as const;

/** Staff have a screen of deals; who they are is read there. */
const toStaff = { ...deal, by: 'mail', to: allStaff, page: () => '/admin/deals' } as const;

/** A deal that ends sets until when its clinic reads what the patient gave, in the transaction of the event. */
export const dealPages = [
  eventPage(dealEvents['deals.time-proposed'], {
    when: 'One side of a deal proposes a date.',
    causedBy: ['deals.propose-time'],
    rows: { 'deals.time': 'new' },
    live: { patient: ['deals.changed'], clinic: ['deals.changed'] },
    notify: { 'deals.time-proposed': { ...deal, to: theOther } },
  }),

  eventPage(dealEvents['deals.time-declined'], {
    when: 'One side declines the date that the other proposed.',
    causedBy: ['deals.decline-time'],
    rows: { 'deals.time': 'answered_at, status' },
    live: { patient: ['deals.changed'], clinic: ['deals.changed'] },
    notify: { 'deals.time-declined': { ...deal, to: theOther } },
  }),

  eventPage(dealEvents['deals.scheduled'], {
    when: 'Both sides agree on a date, for the first time or in place of another one, each with its own mail.',
    causedBy: ['deals.accept-time'],
    rows: {
      'deals.time': 'answered_at, status',
      'deals.deal': 'calendar_at, phase, scheduled_for, sequence, status',
    },
    audit: ['deals.accept-time'],
    live: { patient: ['deals.changed'], clinic: ['deals.changed'] },
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

  eventPage(dealEvents['deals.visit-soon'], {
    when: 'The agreed date is near.',
    causedBy: ['deals.visit-window'],
    live: { patient: ['deals.changed'], clinic: ['deals.changed'] },
    notify: { 'deals.visit-soon': { ...dated, to: bothSides, text: whileAhead } },
  }),

  eventPage(dealEvents['deals.treatment-due'], {
    when: 'Two days have passed since the agreed date: both sides are asked what happened.',
    causedBy: ['deals.treatment-window'],
    live: { patient: ['deals.changed'], clinic: ['deals.changed'] },
    notify: { 'deals.treatment-due': { ...deal, to: bothSides } },
  }),

  eventPage(dealEvents['deals.confirmed'], {
    when: 'One side confirms that the treatment took place, and at which price.',
    causedBy: ['deals.treated'],
    rows: { 'deals.confirmation': 'new', 'deals.deal': 'phase' },
    audit: ['deals.confirm'],
    live: { patient: ['deals.changed'], clinic: ['deals.changed'] },
    notify: { 'deals.confirmed': { ...deal, to: theOther } },
  }),

  eventPage(dealEvents['deals.confirmation-due'], {
    when: 'One side has confirmed and the other has not answered; the second time is the last.',
    causedBy: ['deals.first-nudge-window', 'deals.second-nudge-window'],
    live: { patient: ['deals.changed'], clinic: ['deals.changed'] },
    notify: {
      'deals.confirmation-due': {
        ...deal,
        to: recipients(sides, (event) => side(event, event.awaited)),
      },
    },
  }),

  eventPage(dealEvents['deals.denied'], {
    when: 'One side says that no treatment took place: the team looks at it.',
    causedBy: ['deals.not-treated'],
    rows: { 'deals.deal': 'denial_reason, denied_at, denied_by, phase' },
    audit: ['deals.deny'],
    live: { patient: ['deals.changed'], clinic: ['deals.changed'], staff: ['staff.queue-changed'] },
    notify: { 'deals.denied': toStaff },
  }),

  eventPage(dealEvents['deals.treated'], {
    when: 'Both sides have confirmed, one was silent for two weeks, or the team decided: a review may be written.',
    causedBy: ['deals.treated', 'deals.silence-window', 'admin.deals.uphold'],
    rows: {
      'deals.deal':
        'denial_reason, denied_at, denied_by, phase, price_difference, price_kept, status, treated_at, treated_by',
      'deals.reputation': 'new, differed, foreseen, kept, treatments',
      'offers.reading_end': 'new',
      'outcomes.outcome': 'new',
    },
    audit: ['deals.uphold'],
    live: { patient: ['deals.changed'], clinic: ['deals.changed'] },
    steps: {
      'offers.reading-ends-after-treatment': (tx, { offerId }) =>
        endReading(tx, { offerId, length: readableFor.treated }),
      'aftercare.offer': (tx, event) => offerAftercare(tx, event),
      'outcomes.plan': async (tx, { offerId, leadId, patientId, clinicId }) =>
        planOutcome(tx, {
          ...{ offerId, leadId, patientId, clinicId },
          treatedAt: await dayOfTreatment(tx, { offerId }),
        }),
    },
    notify: { 'deals.treated': { ...deal, to: itsPatient } },
  }),

  eventPage(dealEvents['deals.stood-still'], {
    when: 'No date was agreed for a long time, or no side confirmed after it: the team looks at it.',
    causedBy: ['deals.date-window', 'deals.report-window'],
    rows: { 'deals.deal': 'still_because, still_since' },
    live: { patient: ['deals.changed'], clinic: ['deals.changed'], staff: ['staff.queue-changed'] },
    notify: { 'deals.stood-still': toStaff },
  }),

  eventPage(dealEvents['deals.cancelled'], {
    when: 'One side or the team cancels a deal.',
    causedBy: ['deals.cancel', 'admin.deals.cancel'],
    rows: {
      'deals.deal':
        'calendar_at, cancel_code, cancel_reason, cancelled_at, cancelled_by, phase, sequence, status',
      'deals.time': 'answered_at, status',
      'offers.reading_end': 'new',
    },
    audit: ['deals.cancel'],
    live: { patient: ['deals.changed'], clinic: ['deals.changed'] },
    steps: {
      'offers.reading-ends-after-cancellation': (tx, { offerId }) =>
        endReading(tx, { offerId, length: readableFor.cancelled }),
      'companions.end-with-deal': endSharesOfDeal,
    },
    notify: {
      'deals.cancelled': {
        ...deal,
        alone: true,
        to: recipients(sides, (event, ctx) =>
          event.by === 'patient' || event.by === 'clinic'
            ? side(event, otherSide(event.by))
            : bothSides.of(event, ctx),
        ),
      },
    },
  }),

  eventPage(dealEvents['deals.reviewed'], {
    when: 'The patient reviews the clinic.',
    causedBy: ['deals.review'],
    rows: {
      'deals.deal': 'phase, status',
      'deals.review': 'new',
      'deals.reputation': 'reviews, stars',
    },
    audit: ['deals.review'],
    live: { patient: ['deals.changed'], clinic: ['deals.changed'] },
    notify: { 'deals.reviewed': { ...review, to: itsClinic } },
  }),

  eventPage(teamEvents['deals.team-wrote'], {
    when: 'The team writes to both sides of a deal.',
    causedBy: ['admin.deals.write'],
    rows: { 'deals.team_message': 'new' },
    audit: ['deals.write-to-both'],
    live: { patient: ['deals.changed'], clinic: ['deals.changed'] },
    // That there is something to read, never what: the page shows it.
    notify: { 'deals.team-wrote': { ...deal, alone: true, to: bothSides } },
  }),

  eventPage(reviewEvents['deals.review-answered'], {
    when: 'A clinic answers a review.',
    causedBy: ['deals.answer-review'],
    rows: { 'deals.review': 'answer, answer_masked, answered_at' },
    audit: ['deals.answer-review'],
    live: { patient: ['deals.changed'], clinic: ['deals.changed'] },
    notify: { 'deals.review-answered': { ...review, to: itsPatient } },
  }),

  eventPage(reviewEvents['deals.review-reported'], {
    when: 'One side reports a review, or its answer, to the team.',
    causedBy: ['deals.report-review'],
    rows: { 'deals.report': 'new', 'deals.review': 'reported_at' },
    live: { staff: ['staff.queue-changed'] },
  }),

  eventPage(reviewEvents['deals.review-removed'], {
    when: 'The team removes a review, or its answer.',
    causedBy: ['admin.reviews.remove', 'admin.reviews.remove-answer'],
    rows: {
      'deals.review': 'answer, answer_removed_because, removed_at, removed_because',
      'deals.reputation': 'reviews, stars',
    },
    audit: ['deals.remove-review', 'deals.remove-answer'],
    live: { patient: ['deals.changed'], clinic: ['deals.changed'] },
    notify: { 'deals.review-removed': { ...review, to: bothSides } },
  }),
];
