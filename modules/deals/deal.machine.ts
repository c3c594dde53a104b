import { dealSetup, nobody, type DealEvent } from './deal-setup';

type Sent<T extends DealEvent['type']> = Extract<DealEvent, { type: T }>;

const timeOf = ({ event }: { event: Sent<'deals.accept-time'> | Sent<'deals.decline-time'> }) => ({
  timeId: event.timeId,
  by: event.by,
});
const byOf = ({ event }: { event: Sent<'deals.confirm'> | Sent<'deals.deny'> }) => ({
  by: event.by,
});
const priceOf = ({ event: { by, amountCents, currency } }: { event: Sent<'deals.confirm'> }) => ({
  by,
  amountCents,
  currency,
});
const cancelOf = ({ event: { by, code } }: { event: Sent<'deals.cancel'> }) => ({ by, code });

const confirmActions = [
  { type: 'noteConfirmation', params: priceOf },
  { type: 'tellConfirmed', params: byOf },
] as const;

/** The second word makes it count. */
const bothConfirm = {
  guard: { type: 'isSecond', params: byOf },
  target: 'treated',
  actions: [...confirmActions, { type: 'noteTreatment', params: { by: 'both' } }],
} as const;

/** Agreeing on a time: at most one proposal waits, and a new one takes its place, whosever it was. */
const times = {
  'deals.propose': {
    guard: {
      type: 'liesAhead',
      params: ({ event }: { event: Sent<'deals.propose'> }) => ({ startsAt: event.startsAt }),
    },
    actions: [
      {
        type: 'noteProposal',
        params: ({ event: { timeId, by, startsAt } }: { event: Sent<'deals.propose'> }) => ({
          timeId,
          by,
          startsAt,
        }),
      },
      {
        type: 'tellTime',
        params: ({ event }: { event: Sent<'deals.propose'> }) => ({
          fact: 'deals.time-proposed' as const,
          timeId: event.timeId,
          by: event.by,
        }),
      },
    ],
  },
  'deals.accept-time': {
    guard: { type: 'canAccept', params: timeOf },
    // Entered anew where it is the present state, so that every clock counts from the new date.
    target: 'scheduled',
    reenter: true,
    actions: ['noteDate', { type: 'tellScheduled', params: timeOf }],
  },
  'deals.decline-time': {
    guard: { type: 'canDecline', params: timeOf },
    actions: [
      'forgetProposal',
      {
        type: 'tellTime',
        params: ({ event }: { event: Sent<'deals.decline-time'> }) => ({
          fact: 'deals.time-declined' as const,
          ...timeOf({ event }),
        }),
      },
    ],
  },
} as const;

const confirmFirst = {
  target: 'confirming',
  actions: confirmActions,
} as const;

const denied = {
  target: 'disputed',
  actions: [
    { type: 'noteDenial', params: byOf },
    { type: 'tellDenied', params: byOf },
  ],
} as const;

const cancelled = {
  target: 'cancelled',
  actions: [{ type: 'noteCancellation', params: cancelOf }],
} as const;

/** The life of a deal: what was chosen, until it is done and reviewed. */
export const dealMachine = dealSetup.createMachine({
  id: 'deals.deal',
  context: ({ input }) => ({
    offerId: input?.offerId ?? '',
    leadId: input?.leadId ?? '',
    patientId: input?.patientId ?? '',
    clinicId: input?.clinicId ?? '',
    windows: input?.windows ?? {
      date: 0,
      visit: 0,
      treatment: 0,
      report: 0,
      firstNudge: 0,
      secondNudge: 0,
      silence: 0,
    },
    sealed: input?.sealed ?? { amountCents: 0, currency: '' },
    acceptedAt: input?.at ?? null,
    proposal: null,
    scheduledFor: null,
    scheduledAt: null,
    sequence: 0,
    confirmed: nobody,
    deniedBy: null,
    stillBecause: null,
    treatedBy: null,
    cancelledBy: null,
    cancelCode: null,
  }),
  initial: 'accepted',
  states: {
    accepted: {
      after: {
        'date-window': {
          actions: [
            { type: 'noteStill', params: { because: 'no-date' } },
            { type: 'tellStill', params: { because: 'no-date' } },
          ],
        },
      },
      on: {
        ...times,
        'deals.confirm': confirmFirst,
        'deals.cancel': cancelled,
      },
    },
    scheduled: {
      after: {
        'visit-window': {
          guard: 'isWorthReminding',
          actions: { type: 'tell', params: { fact: 'deals.visit-soon' } },
        },
        'treatment-window': { actions: { type: 'tell', params: { fact: 'deals.treatment-due' } } },
        'report-window': {
          actions: [
            { type: 'noteStill', params: { because: 'no-confirmation' } },
            { type: 'tellStill', params: { because: 'no-confirmation' } },
          ],
        },
      },
      on: {
        ...times,
        'deals.confirm': confirmFirst,
        'deals.deny': { guard: 'dateIsOver', ...denied },
        'deals.cancel': { guard: { type: 'mayCancel', params: cancelOf }, ...cancelled },
      },
    },
    confirming: {
      after: {
        'first-nudge-window': { actions: { type: 'tellNudge', params: { nudge: 1 } } },
        'second-nudge-window': { actions: { type: 'tellNudge', params: { nudge: 2 } } },
        'silence-window': {
          target: 'treated',
          actions: { type: 'noteTreatment', params: { by: 'silence' } },
        },
      },
      on: {
        'deals.confirm': bothConfirm,
        'deals.deny': { guard: { type: 'saysItFirst', params: byOf }, ...denied },
        'deals.cancel': { guard: { type: 'isStaff', params: cancelOf }, ...cancelled },
      },
    },
    // No clock: people look at it.
    disputed: {
      on: {
        ...times,
        'deals.confirm': [
          bothConfirm,
          { guard: { type: 'endsDispute', params: byOf }, ...confirmFirst },
          { guard: { type: 'saysItFirst', params: byOf }, actions: confirmActions },
        ],
        'deals.uphold': {
          guard: 'somebodyConfirmed',
          target: 'treated',
          actions: { type: 'noteTreatment', params: { by: 'staff' } },
        },
        'deals.cancel': { guard: { type: 'isStaff', params: cancelOf }, ...cancelled },
      },
    },
    treated: {
      entry: 'tellTreated',
      on: {
        // Who was silent may still say what was paid.
        'deals.confirm': {
          guard: { type: 'saysItFirst', params: byOf },
          actions: confirmActions,
        },
        'deals.review': {
          target: 'reviewed',
          actions: {
            type: 'tellReviewed',
            params: ({ event }) => ({ reviewId: event.reviewId }),
          },
        },
      },
    },
    reviewed: { type: 'final' },
    cancelled: { type: 'final', entry: 'tellCancelled' },
  },
});
