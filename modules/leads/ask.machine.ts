import { assign, emit, setup } from 'xstate';
import { z } from 'zod';
import { instantOf, timeLeft } from '#engine/contract';
import type { AskDomainEvent } from './schemas';
import { askEnds, type AskEnd, type RefusalReason, refusalReasons } from './values';

/** Ids, codes and instants (ISO 8601) only. The clock counts from the publication of the request, whatever arms it. */
export const askContext = z.strictObject({
  leadId: z.uuid(),
  patientId: z.uuid(),
  clinicId: z.uuid(),
  /** How long a place is kept, in milliseconds; fixed when the request was sent. */
  window: z.number().int().positive(),
  publishedAt: z.iso.datetime().nullable(),
  refusal: z.enum(refusalReasons).nullable(),
  endedBecause: z.enum(askEnds).nullable(),
});

export type AskContext = Readonly<z.infer<typeof askContext>>;

type Ids = Pick<AskContext, 'leadId' | 'patientId' | 'clinicId'>;
type AskInput = Ids & Pick<AskContext, 'window'> & { readonly at: string };

export type AskEvent =
  /** The request is published: from now on its clinic sees it, and has a place in it or none. */
  | { type: 'leads.ask-publish'; keepsPlace: boolean }
  /** The clinic: sent an offer, or says no. */
  | { type: 'leads.ask-answer' }
  | { type: 'leads.ask-refuse'; reason: RefusalReason }
  /** The request is over, or the clinic is shut. */
  | { type: 'leads.ask-end'; because: AskEnd };

type PlainEvent = 'leads.clinic-asked' | 'leads.ask-lapsed' | 'leads.ask-ended';

const ids = ({ leadId, patientId, clinicId }: AskContext): Ids => ({
  leadId,
  patientId,
  clinicId,
});

const askSetup = setup({
  types: {
    context: {} as AskContext,
    input: {} as AskInput,
    events: {} as AskEvent,
    emitted: {} as AskDomainEvent,
  },
  guards: {
    keepsPlace: (_, params: { keepsPlace: boolean }) => params.keepsPlace,
    isShut: (_, params: { because: AskEnd }) => params.because === 'clinic',
  },
  delays: {
    'place-window': ({ context, event }) => timeLeft(event, context.publishedAt, context.window),
  },
  actions: {
    emitPlain: emit(({ context }, params: { type: PlainEvent }) => ({
      type: params.type,
      ...ids(context),
    })),
    emitRefused: emit(({ context }) => ({
      type: 'leads.ask-refused',
      reason: context.refusal ?? 'other',
      ...ids(context),
    })),
    notePublication: assign({ publishedAt: ({ event }) => instantOf(event) }),
    noteRefusal: assign({ refusal: (_, params: { reason: RefusalReason }) => params.reason }),
    noteEnd: assign({ endedBecause: (_, params: { because: AskEnd }) => params.because }),
  },
});

const published = ({ event }: { event: Extract<AskEvent, { type: 'leads.ask-publish' }> }) => ({
  keepsPlace: event.keepsPlace,
});
const asked = [
  'notePublication',
  { type: 'emitPlain', params: { type: 'leads.clinic-asked' } },
] as const;

const ended = ({ event }: { event: Extract<AskEvent, { type: 'leads.ask-end' }> }) => ({
  because: event.because,
});

/** In whatever state it is: a clinic that is shut is news to the patient, the end of the request is none. */
const end = [
  {
    guard: { type: 'isShut', params: ended },
    target: 'ended',
    actions: [
      { type: 'noteEnd', params: ended },
      { type: 'emitPlain', params: { type: 'leads.ask-ended' } },
    ],
  },
  { target: 'ended', actions: { type: 'noteEnd', params: ended } },
] as const;

/** Once its clinic sees the request. */
const answers = {
  'leads.ask-answer': 'answered',
  'leads.ask-refuse': {
    target: 'refused',
    actions: [
      {
        type: 'noteRefusal',
        params: ({ event }: { event: Extract<AskEvent, { type: 'leads.ask-refuse' }> }) => ({
          reason: event.reason,
        }),
      },
      'emitRefused',
    ],
  },
  'leads.ask-end': end,
} as const;

/** One clinic that a patient asks with a request, and the place that is kept for its offer. */
export const askMachine = askSetup.createMachine({
  id: 'leads.ask',
  context: ({ input }) => ({
    leadId: input?.leadId ?? '',
    patientId: input?.patientId ?? '',
    clinicId: input?.clinicId ?? '',
    window: input?.window ?? 0,
    publishedAt: null,
    refusal: null,
    endedBecause: null,
  }),
  initial: 'waiting',
  states: {
    // The request is not published yet.
    waiting: {
      on: {
        'leads.ask-publish': [
          {
            guard: { type: 'keepsPlace', params: published },
            target: 'held',
            actions: [...asked],
          },
          { target: 'open', actions: [...asked] },
        ],
        'leads.ask-end': end,
      },
    },
    // A place is kept for its offer.
    held: {
      after: {
        'place-window': {
          target: 'open',
          actions: { type: 'emitPlain', params: { type: 'leads.ask-lapsed' } },
        },
      },
      on: answers,
    },
    // Its clinic may answer as long as there is a place, as any other may.
    open: { on: answers },
    answered: { type: 'final' },
    refused: { type: 'final' },
    ended: { type: 'final' },
  },
});
