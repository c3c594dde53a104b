import { clinicZone, dealFacts, reviewFacts, teamFacts } from '#contracts/deals';
import { startOfVisit } from '#modules/deals';
import type { Ctx } from '#platform/context';
import { mailOf, type Values } from './mail-of';
import { allStaff, itsClinic, itsPatient } from './readers';
import { timeIn } from './words';

interface OfItsDeal {
  readonly offerId: string;
  readonly leadId: string;
  readonly patientId: string;
  readonly clinicId: string;
}

type Side = 'patient' | 'clinic';

const bothSides = (fact: OfItsDeal) => [...itsPatient(fact), ...itsClinic(fact)];
const side = (fact: OfItsDeal, which: Side) =>
  which === 'patient' ? itsPatient(fact) : itsClinic(fact);

/** Whoever did not do it. */
const theOther = (fact: OfItsDeal & { by: Side }) =>
  side(fact, fact.by === 'patient' ? 'clinic' : 'patient');

const noValues = (_ctx: Ctx): Promise<Values> => Promise.resolve({});

const deal = {
  about: 'deal',
  topic: 'deals',
  by: 'both',
  ids: ({ offerId, leadId, clinicId }: OfItsDeal) => ({ offerId, leadId, clinicId }),
  page: ({ offerId }: { offerId?: string }, reader: string) =>
    reader === 'clinic' ? `/clinic/deal/${offerId}` : `/deal/${offerId}`,
  values: noValues,
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
const staff = {
  ...deal,
  by: 'mail',
  to: allStaff,
  page: () => '/admin/deals',
} as const;

const facts = dealFacts;

/** What the two sides of a deal are told of it, and the team where it stands still. */
export const dealMails = {
  'deals.time-proposed': mailOf({ ...deal, on: facts['deals.time-proposed'], to: theOther }),
  'deals.time-declined': mailOf({ ...deal, on: facts['deals.time-declined'], to: theOther }),
  'deals.scheduled': mailOf({
    ...dated,
    on: facts['deals.scheduled'],
    to: bothSides,
    ids: (fact) => (fact.changed ? null : deal.ids(fact)),
  }),
  'deals.rescheduled': mailOf({
    ...dated,
    on: facts['deals.scheduled'],
    to: bothSides,
    ids: (fact) => (fact.changed ? deal.ids(fact) : null),
  }),
  'deals.visit-soon': mailOf({ ...dated, on: facts['deals.visit-soon'], to: bothSides }),
  'deals.treatment-due': mailOf({ ...deal, on: facts['deals.treatment-due'], to: bothSides }),
  'deals.confirmed': mailOf({ ...deal, on: facts['deals.confirmed'], to: theOther }),
  'deals.confirmation-due': mailOf({
    ...deal,
    on: facts['deals.confirmation-due'],
    to: (fact) => side(fact, fact.awaited),
  }),
  'deals.treated': mailOf({ ...deal, on: facts['deals.treated'], to: itsPatient }),
  'deals.cancelled': mailOf({
    ...deal,
    on: facts['deals.cancelled'],
    to: (fact) =>
      fact.by === 'patient' || fact.by === 'clinic'
        ? theOther({ ...fact, by: fact.by })
        : bothSides(fact),
  }),
  // That there is something to read, never what: the page shows it.
  'deals.team-wrote': mailOf({ ...deal, on: teamFacts['deals.team-wrote'], to: bothSides }),
  'deals.reviewed': mailOf({ ...review, on: facts['deals.reviewed'], to: itsClinic }),
  'deals.review-answered': mailOf({
    ...review,
    on: reviewFacts['deals.review-answered'],
    to: itsPatient,
  }),
  'deals.review-removed': mailOf({
    ...review,
    on: reviewFacts['deals.review-removed'],
    to: bothSides,
  }),
  'deals.denied': mailOf({ ...staff, on: facts['deals.denied'] }),
  'deals.stood-still': mailOf({ ...staff, on: facts['deals.stood-still'] }),
};
