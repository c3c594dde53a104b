import { assign, emit, setup } from 'xstate';
import { instantOf, timeLeft } from '#platform/flow-clock';
import type { DealFact } from './facts';
import type { Price } from './price';
import type { DealWindows } from './settings';
import {
  otherSide,
  type cancellers,
  type CancelCode,
  type Side,
  type StillReason,
  type treatedBy,
} from './status';

interface Proposal {
  readonly timeId: string;
  readonly by: Side;
  /** ISO 8601. */
  readonly startsAt: string;
}

/** What a side says was paid, and when it said so. */
export interface Confirmation extends Price {
  readonly at: string;
}

/** Ids, codes, prices and instants (ISO 8601) only; every reason that somebody typed lies in a row of the module. */
export interface DealContext {
  readonly offerId: string;
  readonly leadId: string;
  readonly patientId: string;
  readonly clinicId: string;
  /** Fixed when the offer was accepted. */
  readonly windows: DealWindows;
  readonly sealed: Price;
  readonly acceptedAt: string | null;
  /** The one that waits for an answer. */
  readonly proposal: Proposal | null;
  readonly scheduledFor: string | null;
  /** When both had agreed on it. */
  readonly scheduledAt: string | null;
  /** How often what both agreed on has changed since, its cancellation included: SEQUENCE of the calendar entry. */
  readonly sequence: number;
  readonly confirmed: { readonly [S in Side]: Confirmation | null };
  readonly deniedBy: Side | null;
  readonly stillBecause: StillReason | null;
  readonly treatedBy: (typeof treatedBy)[number] | null;
  readonly cancelledBy: (typeof cancellers)[number] | null;
  readonly cancelCode: CancelCode | null;
}

export interface DealInput {
  readonly offerId: string;
  readonly leadId: string;
  readonly patientId: string;
  readonly clinicId: string;
  readonly windows: DealWindows;
  readonly sealed: Price;
  readonly at: string;
}

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
    }
  /** It did not. */
  | { type: 'deals.deny'; by: Side }
  /** Staff: what one side has confirmed counts. */
  | { type: 'deals.uphold' }
  | { type: 'deals.cancel'; by: (typeof cancellers)[number]; code: CancelCode }
  | { type: 'deals.review'; reviewId: string };

type PlainFact = Extract<DealFact['type'], 'deals.visit-soon' | 'deals.treatment-due'>;

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

/** What a deal's machine is made of: what it may ask, what it notes and tells, and how long it waits. */
export const dealSetup = setup({
  types: {
    context: {} as DealContext,
    input: {} as DealInput,
    events: {} as DealEvent,
    emitted: {} as DealFact,
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
    tell: emit(({ context }, params: { fact: PlainFact }) => ({
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
    noteProposal: assign({ proposal: (_, params: Proposal) => params }),
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
