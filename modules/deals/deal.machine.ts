import { otherSide, type Side, sides } from '#platform/base/actor';
import { assign, emit, setup } from 'xstate';
import { z } from 'zod';
import { instantOf, timeLeft } from '#engine/contract';
import type { Price } from './rules';
import type { DealDomainEvent } from './schemas';
import {
  type CancelCode,
  cancelCodes,
  cancellers,
  type PriceCause,
  type StillReason,
  stillReasons,
  treatedBy,
} from './values';

const length = z.number().int().positive();
const instant = z.iso.datetime();
const side = z.enum(sides);
const price = { amountCents: z.int().positive(), currency: z.string().regex(/^[A-Z]{3}$/) };
/** What a side says was paid, and when it said so. */
const confirmation = z.strictObject({ at: instant, ...price }).nullable();

/** Ids, codes, prices and instants (ISO 8601) only; every reason that somebody typed lies in a row of the module. */
export const dealContext = z.strictObject({
  offerId: z.uuid(),
  leadId: z.uuid(),
  patientId: z.uuid(),
  clinicId: z.uuid(),
  /** In milliseconds, fixed when the offer was accepted. */
  windows: z.strictObject({
    date: length,
    visit: length,
    treatment: length,
    report: length,
    firstNudge: length,
    secondNudge: length,
    silence: length,
  }),
  sealed: z.strictObject(price),
  acceptedAt: instant.nullable(),
  /** The one that waits for an answer. */
  proposal: z.strictObject({ timeId: z.uuid(), by: side, startsAt: instant }).nullable(),
  scheduledFor: instant.nullable(),
  /** When both had agreed on it. */
  scheduledAt: instant.nullable(),
  /** How often what both agreed on has changed since, its cancellation included: SEQUENCE of the calendar entry. */
  sequence: z.int().min(0),
  confirmed: z.strictObject({ patient: confirmation, clinic: confirmation }),
  deniedBy: side.nullable(),
  stillBecause: z.enum(stillReasons).nullable(),
  treatedBy: z.enum(treatedBy).nullable(),
  cancelledBy: z.enum(cancellers).nullable(),
  cancelCode: z.enum(cancelCodes).nullable(),
});

export type DealContext = Readonly<z.infer<typeof dealContext>>;

type Ids = Pick<DealContext, 'offerId' | 'leadId' | 'patientId' | 'clinicId'>;
type DealInput = Ids & Pick<DealContext, 'windows' | 'sealed'> & { readonly at: string };

export type DealEvent =
  | { type: 'deals.propose'; timeId: string; by: Side; startsAt: string }
  | { type: 'deals.accept-time'; timeId: string; by: Side }
  | { type: 'deals.decline-time'; timeId: string; by: Side }
  /** The treatment took place, for this price; on this day (ISO 8601) where no date was agreed. */
  | {
      type: 'deals.confirm';
      by: Side;
      amountCents: number;
      currency: string;
      treatedOn?: string | null;
      because?: PriceCause | null;
    }
  /** It did not. */
  | { type: 'deals.deny'; by: Side }
  /** Staff: what one side has confirmed counts. */
  | { type: 'deals.uphold' }
  | { type: 'deals.cancel'; by: (typeof cancellers)[number]; code: CancelCode }
  | { type: 'deals.review'; reviewId: string };

type PlainEvent = Extract<DealDomainEvent['type'], 'deals.visit-soon' | 'deals.treatment-due'>;

const emits = (fact: PlainEvent) => ({ type: 'tell', params: { fact } }) as const;

const who = ({ offerId, leadId, patientId, clinicId }: DealContext) => ({
  offerId,
  leadId,
  patientId,
  clinicId,
});
const before = (a: string, b: string): boolean => Date.parse(a) < Date.parse(b);
export const nobody = { patient: null, clinic: null };

/** Who has confirmed alone, or first. */
const firstToConfirm = ({ confirmed: { patient, clinic } }: DealContext): Side =>
  patient && (!clinic || before(patient.at, clinic.at)) ? 'patient' : 'clinic';

/** Since when the other side is silent: one side's confirmation, and not before the date that both agreed on. */
function silentSince(context: DealContext): string | null {
  const at = context.confirmed[firstToConfirm(context)]?.at ?? null;
  const { scheduledFor } = context;
  return at && scheduledFor && before(at, scheduledFor) ? scheduledFor : at;
}

/** What a deal's machine is made of: what it may ask, what it records and emits, and how long it waits. */
const dealSetup = setup({
  types: {
    context: {} as DealContext,
    input: {} as DealInput,
    events: {} as DealEvent,
    emitted: {} as DealDomainEvent,
  },
  guards: {
    liesAhead: ({ event }, params: { startsAt: string }) =>
      before(instantOf(event), params.startsAt),
    /** The proposal that waits is this one, the other side's, and its time has not passed. */
    canAccept: ({ context: { proposal }, event }, params: { timeId: string; by: Side }) =>
      proposal !== null &&
      proposal.timeId === params.timeId &&
      proposal.by !== params.by &&
      before(instantOf(event), proposal.startsAt),
    canDecline: ({ context: { proposal } }, params: { timeId: string; by: Side }) =>
      proposal !== null && proposal.timeId === params.timeId && proposal.by !== params.by,
    /** Who was silent may still say what was paid; who spoke may not say it twice. */
    saysItFirst: ({ context }, params: { by: Side }) => context.confirmed[params.by] === null,
    isSecond: ({ context }, params: { by: Side }) =>
      context.confirmed[params.by] === null && context.confirmed[otherSide(params.by)] !== null,
    /** Takes back what it said against the other. */
    endsDispute: ({ context }, params: { by: Side }) =>
      context.confirmed[params.by] === null && context.deniedBy === params.by,
    dateIsOver: ({ context: { scheduledFor }, event }) =>
      scheduledFor !== null && !before(instantOf(event), scheduledFor),
    somebodyConfirmed: ({ context: { confirmed } }) =>
      Boolean(confirmed.patient ?? confirmed.clinic),
    /** Staff at any time; a side until the date, so that nobody takes away what the other could say of it. */
    mayCancel: ({ context: { scheduledFor }, event }, params: { by: string }) =>
      params.by === 'staff' || scheduledFor === null || before(instantOf(event), scheduledFor),
    isStaff: (_, params: { by: string }) => params.by === 'staff',
    /** Nobody is reminded on the eve of what was agreed on that eve, or of what is over. */
    isWorthReminding: ({ context: { scheduledFor, scheduledAt, windows }, event }) =>
      scheduledFor !== null &&
      scheduledAt !== null &&
      before(instantOf(event), scheduledFor) &&
      Date.parse(scheduledFor) - Date.parse(scheduledAt) > windows.visit,
  },
  delays: {
    'date-window': ({ context, event }) =>
      timeLeft(event, context.acceptedAt, context.windows.date),
    'visit-window': ({ context, event }) =>
      timeLeft(event, context.scheduledFor, -context.windows.visit),
    'treatment-window': ({ context, event }) =>
      timeLeft(event, context.scheduledFor, context.windows.treatment),
    'report-window': ({ context, event }) =>
      timeLeft(event, context.scheduledFor, context.windows.report),
    'first-nudge-window': ({ context, event }) =>
      timeLeft(event, silentSince(context), context.windows.firstNudge),
    'second-nudge-window': ({ context, event }) =>
      timeLeft(event, silentSince(context), context.windows.secondNudge),
    'silence-window': ({ context, event }) =>
      timeLeft(event, silentSince(context), context.windows.silence),
  },
  actions: {
    tell: emit(({ context }, params: { fact: PlainEvent }) => ({
      type: params.fact,
      ...who(context),
    })),
    tellTime: emit(
      (
        { context },
        params: { fact: 'deals.time-proposed' | 'deals.time-declined'; timeId: string; by: Side },
      ) => ({
        type: params.fact,
        timeId: params.timeId,
        by: params.by,
        ...who(context),
      }),
    ),
    tellScheduled: emit(({ context }, params: { timeId: string; by: Side }) => ({
      type: 'deals.scheduled',
      timeId: params.timeId,
      by: params.by,
      changed: context.sequence > 0,
      ...who(context),
    })),
    tellConfirmed: emit(({ context }, params: { by: Side }) => ({
      type: 'deals.confirmed',
      by: params.by,
      ...who(context),
    })),
    tellNudge: emit(({ context }, params: { nudge: 1 | 2 }) => ({
      type: 'deals.confirmation-due',
      awaited: otherSide(firstToConfirm(context)),
      nudge: params.nudge,
      ...who(context),
    })),
    tellDenied: emit(({ context }, params: { by: Side }) => ({
      type: 'deals.denied',
      by: params.by,
      ...who(context),
    })),
    tellStill: emit(({ context }, params: { because: StillReason }) => ({
      type: 'deals.stood-still',
      because: params.because,
      ...who(context),
    })),
    tellTreated: emit(({ context }) => ({
      type: 'deals.treated',
      by: context.treatedBy ?? 'both',
      ...who(context),
    })),
    tellCancelled: emit(({ context }) => ({
      type: 'deals.cancelled',
      by: context.cancelledBy ?? 'staff',
      code: context.cancelCode ?? 'other',
      ...who(context),
    })),
    tellReviewed: emit(({ context }, params: { reviewId: string }) => ({
      type: 'deals.reviewed',
      reviewId: params.reviewId,
      ...who(context),
    })),
    noteProposal: assign({ proposal: (_, params: NonNullable<DealContext['proposal']>) => params }),
    forgetProposal: assign({ proposal: null }),
    // What was said of a date that both have put off counts no longer.
    noteDate: assign(({ context: { proposal, scheduledFor, sequence }, event }) => ({
      scheduledFor: proposal!.startsAt,
      scheduledAt: instantOf(event),
      sequence: scheduledFor === null ? sequence : sequence + 1,
      proposal: null,
      confirmed: nobody,
      deniedBy: null,
      stillBecause: null,
    })),
    noteConfirmation: assign(({ context, event }, params: { by: Side } & Price) => ({
      confirmed: {
        ...context.confirmed,
        [params.by]: {
          at: instantOf(event),
          amountCents: params.amountCents,
          currency: params.currency,
        },
      },
      proposal: null,
      stillBecause: null,
      deniedBy: context.deniedBy === params.by ? null : context.deniedBy,
    })),
    noteDenial: assign({ deniedBy: (_, params: { by: Side }) => params.by, proposal: null }),
    noteStill: assign({ stillBecause: (_, params: { because: StillReason }) => params.because }),
    noteTreatment: assign({
      treatedBy: (_, params: { by: (typeof treatedBy)[number] }) => params.by,
      deniedBy: null,
      stillBecause: null,
    }),
    noteCancellation: assign(
      ({ context }, params: { by: (typeof cancellers)[number]; code: CancelCode }) => ({
        cancelledBy: params.by,
        cancelCode: params.code,
        proposal: null,
        deniedBy: null,
        stillBecause: null,
        sequence: context.scheduledFor === null ? context.sequence : context.sequence + 1,
      }),
    ),
  },
});

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
          actions: emits('deals.visit-soon'),
        },
        'treatment-window': { actions: emits('deals.treatment-due') },
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
