import { assign, emit, setup } from 'xstate';
import { z } from 'zod';
import { instantOf, timeLeft } from '#engine/contract';
import type { OfferDomainEvent } from './schemas';
import { declineCauses, type DeclineReason, declineReasons, withdrawers } from './values';

/** Ids, numbers and instants (ISO 8601) only; what the offer says lies in `offers.revision`. */
export const offerContext = z.strictObject({
  offerId: z.uuid(),
  leadId: z.uuid(),
  patientId: z.uuid(),
  clinicId: z.uuid(),
  /** Length of the validity window in milliseconds, fixed when the offer was made. */
  validity: z.number().int().positive(),
  /** Since when the window runs: the offer itself, or its last revision. */
  validFrom: z.iso.datetime().nullable(),
  /** 1 when it is made, one more with each revision. */
  revision: z.int().min(1),
  endedBecause: z.enum(declineCauses).nullable(),
  /** The patient's one tap. */
  declineReason: z.enum(declineReasons).nullable(),
  withdrawnBy: z.enum(withdrawers).nullable(),
});

type OfferContext = Readonly<z.infer<typeof offerContext>>;

type Ids = Pick<OfferContext, 'offerId' | 'leadId' | 'patientId' | 'clinicId'>;
type OfferInput = Ids & Pick<OfferContext, 'validity'> & { readonly at: string };

export type OfferEvent =
  /** Its clinic. */
  | { type: 'offers.revise' }
  | { type: 'offers.withdraw'; by: (typeof withdrawers)[number] }
  /** Its patient: wrote in the conversation, chose it, said no. */
  | { type: 'offers.answer' }
  | { type: 'offers.accept' }
  /** The patient, or what follows from the choice of another offer or the end of the request. */
  | {
      type: 'offers.decline';
      because: (typeof declineCauses)[number];
      reason: DeclineReason | null;
    };

interface Declined {
  readonly because: (typeof declineCauses)[number];
  readonly reason: DeclineReason | null;
}

type PlainEvent = Extract<
  OfferDomainEvent['type'],
  'offers.made' | 'offers.answered' | 'offers.expired'
>;

const emits = (fact: PlainEvent) => ({ type: 'tell', params: { fact } }) as const;

const who = ({ offerId, leadId, patientId, clinicId }: OfferContext) => ({
  offerId,
  leadId,
  patientId,
  clinicId,
});

const offerSetup = setup({
  types: {
    context: {} as OfferContext,
    input: {} as OfferInput,
    events: {} as OfferEvent,
    emitted: {} as OfferDomainEvent,
  },
  guards: {
    // A clock that rings late makes no offer longer than it was promised to be.
    inTime: ({ context, event }) => timeLeft(event, context.validFrom, context.validity) > 0,
  },
  delays: {
    'validity-window': ({ context, event }) => timeLeft(event, context.validFrom, context.validity),
  },
  actions: {
    tell: emit(({ context }, params: { fact: PlainEvent }) => ({
      type: params.fact,
      ...who(context),
    })),
    tellRevised: emit(({ context }) => ({
      type: 'offers.revised',
      revision: context.revision,
      ...who(context),
    })),
    tellAccepted: emit(({ context }) => ({
      type: 'offers.accepted',
      revision: context.revision,
      ...who(context),
    })),
    tellDeclined: emit(({ context }) => ({
      type: 'offers.declined',
      because: context.endedBecause ?? 'request-ended',
      reason: context.declineReason,
      ...who(context),
    })),
    tellWithdrawn: emit(({ context }) => ({
      type: 'offers.withdrawn',
      by: context.withdrawnBy ?? 'clinic',
      ...who(context),
    })),
    noteStart: assign({ validFrom: ({ event }) => instantOf(event) }),
    noteRevision: assign({
      validFrom: ({ event }) => instantOf(event),
      revision: ({ context }) => context.revision + 1,
    }),
    noteDecline: assign((_, { because, reason }: Declined) => ({
      endedBecause: because,
      declineReason: reason,
    })),
    noteWithdrawal: assign({
      withdrawnBy: (_, params: { by: (typeof withdrawers)[number] }) => params.by,
    }),
  },
});

/** What ends a live offer; `offers.accept` and the window besides. */
const ends = {
  'offers.accept': { guard: 'inTime', target: 'accepted' },
  'offers.decline': {
    target: 'declined',
    actions: {
      type: 'noteDecline',
      params: ({ event }: { event: Extract<OfferEvent, { type: 'offers.decline' }> }) => ({
        because: event.because,
        reason: event.reason,
      }),
    },
  },
  'offers.withdraw': {
    target: 'withdrawn',
    actions: {
      type: 'noteWithdrawal',
      params: ({ event }: { event: Extract<OfferEvent, { type: 'offers.withdraw' }> }) => ({
        by: event.by,
      }),
    },
  },
} as const;

/** The life of an offer (docs/product.md, Offers and deals). The state is the status that people see. */
export const offerMachine = offerSetup.createMachine({
  id: 'offers.offer',
  context: ({ input }) => ({
    offerId: input?.offerId ?? '',
    leadId: input?.leadId ?? '',
    patientId: input?.patientId ?? '',
    clinicId: input?.clinicId ?? '',
    validity: input?.validity ?? 0,
    validFrom: input?.at ?? null,
    revision: 1,
    endedBecause: null,
    declineReason: null,
    withdrawnBy: null,
  }),
  initial: 'making',
  states: {
    making: {
      entry: emits('offers.made'),
      always: 'pending',
    },
    pending: {
      after: { 'validity-window': 'expired' },
      on: {
        'offers.answer': {
          target: 'negotiating',
          actions: emits('offers.answered'),
        },
        // Entered anew, so that the window begins anew.
        'offers.revise': {
          guard: 'inTime',
          target: 'pending',
          reenter: true,
          actions: ['noteRevision', 'tellRevised'],
        },
        ...ends,
      },
    },
    negotiating: {
      after: { 'validity-window': 'expired' },
      on: {
        // More words change nothing.
        'offers.answer': {},
        'offers.revise': {
          guard: 'inTime',
          target: 'negotiating',
          reenter: true,
          actions: ['noteRevision', 'tellRevised'],
        },
        ...ends,
      },
    },
    accepted: { type: 'final', entry: 'tellAccepted' },
    declined: { type: 'final', entry: 'tellDeclined' },
    withdrawn: { type: 'final', entry: 'tellWithdrawn' },
    expired: { type: 'final', entry: emits('offers.expired') },
  },
});
