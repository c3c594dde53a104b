import { assign, emit, setup } from 'xstate';
import type { LeadFact } from './facts';
import type { FindingCode } from './findings';
import type { LeadWindows } from './settings';

/** Ids, codes and counts only; what the request says lies in `leads.lead`. Windows are fixed at submission. */
export interface LeadContext {
  readonly leadId: string;
  readonly patientId: string;
  readonly windows: LeadWindows;
  readonly findings: readonly FindingCode[];
  /** Live offers. */
  readonly offersCount: number;
  /** Matching no longer looks at the cities. Once wide, always wide. */
  readonly widened: boolean;
  readonly cancelledBy: 'patient' | 'team' | 'expiry' | null;
  readonly acceptedOfferId: string | null;
}

export interface LeadInput {
  readonly leadId: string;
  readonly patientId: string;
  readonly windows: LeadWindows;
  readonly findings: readonly FindingCode[];
}

export type LeadEvent =
  /** The review team publishes, or refuses; why is in the row and in the audit. */
  | { type: 'leads.approve' }
  | { type: 'leads.reject' }
  /** The patient. */
  | { type: 'leads.cancel' }
  | { type: 'leads.keep-waiting' }
  /** An offer became live, or stopped being so without having been accepted. */
  | { type: 'leads.offer-received' }
  | { type: 'leads.offer-gone' }
  | { type: 'leads.offer-accepted'; offerId: string };

interface Who {
  readonly leadId: string;
  readonly patientId: string;
}

type PlainFact = Exclude<
  LeadFact['type'],
  'leads.submitted' | 'leads.completed' | 'leads.cancelled'
>;

const who = ({ leadId, patientId }: LeadContext): Who => ({ leadId, patientId });

/**
 * The life of a treatment request (product.md, Lead lifecycle). The top state, or the one below
 * `published`, is the status that people see.
 */
export const leadMachine = setup({
  types: {
    context: {} as LeadContext,
    input: {} as LeadInput,
    events: {} as LeadEvent,
    emitted: {} as LeadFact,
  },
  guards: {
    nothingFound: ({ context }) => context.findings.length === 0,
    alreadyWide: ({ context }) => context.widened,
    lastOffer: ({ context }) => context.offersCount <= 1,
  },
  delays: {
    'screening-window': ({ context }) => context.windows.screening,
    'widening-window': ({ context }) => context.windows.widening,
    // Counts from the widening on, so that both together are the notice window.
    'notice-window': ({ context }) => context.windows.notice - context.windows.widening,
    'reminder-window': ({ context }) => context.windows.reminder,
    'expiry-window': ({ context }) => context.windows.expiry,
  },
  actions: {
    tell: emit(({ context }, params: { fact: PlainFact }) => ({
      type: params.fact,
      ...who(context),
    })),
    tellSubmitted: emit(({ context }) => ({
      type: 'leads.submitted',
      findings: context.findings,
      ...who(context),
    })),
    tellCompleted: emit(({ context }) => ({
      type: 'leads.completed',
      offerId: context.acceptedOfferId ?? '',
      ...who(context),
    })),
    tellCancelled: emit(({ context }) => ({
      type: 'leads.cancelled',
      by: context.cancelledBy ?? 'team',
      ...who(context),
    })),
    widen: assign({ widened: true }),
    countOffer: assign({ offersCount: ({ context }) => context.offersCount + 1 }),
    uncountOffer: assign({ offersCount: ({ context }) => Math.max(0, context.offersCount - 1) }),
    noteAcceptance: assign({
      acceptedOfferId: (_, params: { offerId: string }) => params.offerId,
    }),
    noteCancellation: assign({
      cancelledBy: (_, params: { by: 'patient' | 'team' | 'expiry' }) => params.by,
    }),
  },
}).createMachine({
  id: 'leads.lead',
  context: ({ input }) => ({
    leadId: input?.leadId ?? '',
    patientId: input?.patientId ?? '',
    windows: input?.windows ?? { screening: 0, widening: 0, notice: 0, reminder: 0, expiry: 0 },
    findings: input?.findings ?? [],
    offersCount: 0,
    widened: false,
    cancelledBy: null,
    acceptedOfferId: null,
  }),
  initial: 'pending',
  states: {
    pending: {
      entry: 'tellSubmitted',
      initial: 'sorting',
      states: {
        sorting: { always: [{ guard: 'nothingFound', target: 'screening' }, { target: 'held' }] },
        screening: { after: { 'screening-window': { target: '#published' } } },
        // Something was found: only a person moves it on.
        held: {},
      },
      on: {
        'leads.approve': { target: 'published' },
        'leads.reject': {
          target: 'cancelled',
          actions: { type: 'noteCancellation', params: { by: 'team' } },
        },
        'leads.cancel': {
          target: 'cancelled',
          actions: { type: 'noteCancellation', params: { by: 'patient' } },
        },
      },
    },
    published: {
      id: 'published',
      entry: { type: 'tell', params: { fact: 'leads.published' } },
      initial: 'reviewed',
      states: {
        reviewed: {
          initial: 'sorting',
          states: {
            sorting: { always: [{ guard: 'alreadyWide', target: 'wide' }, { target: 'local' }] },
            local: {
              after: {
                'widening-window': {
                  target: 'wide',
                  actions: ['widen', { type: 'tell', params: { fact: 'leads.widened' } }],
                },
              },
            },
            wide: {
              after: {
                'notice-window': {
                  target: 'told',
                  actions: { type: 'tell', params: { fact: 'leads.no-offers-yet' } },
                },
              },
            },
            // The patient was told honestly and has choices: wait on, cancel, ask anew.
            told: { on: { 'leads.keep-waiting': 'waiting' } },
            waiting: {},
          },
          on: {
            'leads.offer-received': {
              target: 'offers_received',
              actions: ['countOffer', { type: 'tell', params: { fact: 'leads.offers-received' } }],
            },
          },
        },
        offers_received: {
          on: {
            'leads.offer-received': { actions: 'countOffer' },
            'leads.offer-gone': [
              {
                guard: 'lastOffer',
                target: 'reviewed',
                actions: ['uncountOffer', { type: 'tell', params: { fact: 'leads.offers-gone' } }],
              },
              { actions: 'uncountOffer' },
            ],
            'leads.offer-accepted': {
              target: '#completed',
              actions: {
                type: 'noteAcceptance',
                params: ({ event }) => ({ offerId: event.offerId }),
              },
            },
          },
        },
      },
      on: {
        'leads.cancel': {
          target: 'cancelled',
          actions: { type: 'noteCancellation', params: { by: 'patient' } },
        },
      },
      after: {
        'reminder-window': { actions: { type: 'tell', params: { fact: 'leads.reminder-due' } } },
        'expiry-window': {
          target: 'cancelled',
          actions: [
            { type: 'noteCancellation', params: { by: 'expiry' } },
            { type: 'tell', params: { fact: 'leads.expired' } },
          ],
        },
      },
    },
    completed: { id: 'completed', type: 'final', entry: 'tellCompleted' },
    cancelled: { type: 'final', entry: 'tellCancelled' },
  },
});
