import { assign, emit, setup } from 'xstate';
import { z } from 'zod';
import { instantOf, timeLeft } from '#engine/contract';
import { findingSchema, type LeadDomainEvent } from './schemas';

const length = z.number().int().positive();
const instant = z.iso.datetime().nullable();

/**
 * Ids, codes and instants (ISO 8601) only; what the request says lies in `leads.lead`. Windows, in milliseconds, are fixed at
 * submission. Every clock counts from the instant that it is promised from, whatever arms it.
 */
export const leadContext = z.strictObject({
  leadId: z.uuid(),
  patientId: z.uuid(),
  windows: z.strictObject({
    screening: length,
    widening: length,
    notice: length,
    reminder: length,
    expiry: length,
  }),
  findings: z.array(findingSchema),
  submittedAt: instant,
  /** Since when the patient is asked to change it; stays when it is published or over. */
  sentBackAt: instant,
  publishedAt: instant,
  /** Since when it waits for a first offer: publication, or the moment at which the last offer was gone. */
  searchingSince: instant,
  /** Live offers. */
  offerIds: z.array(z.uuid()),
  /** Matching no longer looks at the cities. Once wide, always wide. */
  widened: z.boolean(),
  /** The patient would go to any city: from then on the request names them all. */
  citiesOpened: z.boolean(),
  cancelledBy: z.enum(['patient', 'team', 'expiry']).nullable(),
  acceptedOfferId: z.uuid().nullable(),
});

export type LeadContext = Readonly<z.infer<typeof leadContext>>;

type Who = Pick<LeadContext, 'leadId' | 'patientId'>;
type LeadInput = Who & Pick<LeadContext, 'windows' | 'findings'> & { readonly at: string };

export type LeadEvent =
  /** The review team publishes, or refuses; why is in the row and in the audit. */
  | { type: 'leads.approve' }
  | { type: 'leads.reject' }
  /** The review team asks the patient to change it, with a reason. */
  | { type: 'leads.send-back' }
  /** The patient. */
  | { type: 'leads.cancel' }
  | { type: 'leads.keep-waiting' }
  | { type: 'leads.open-cities' }
  /** An offer became live, or stopped being so without having been accepted. Twice the same is once. */
  | { type: 'leads.offer-received'; offerId: string }
  | { type: 'leads.offer-gone'; offerId: string }
  | { type: 'leads.offer-accepted'; offerId: string };

type PlainEvent = Exclude<
  LeadDomainEvent['type'],
  'leads.submitted' | 'leads.completed' | 'leads.cancelled'
>;

const emits = (fact: PlainEvent) => ({ type: 'tell', params: { fact } }) as const;

const offerOf = (event: LeadEvent): string | null => ('offerId' in event ? event.offerId : null);

const who = ({ leadId, patientId }: LeadContext): Who => ({ leadId, patientId });

/**
 * The life of a treatment request (docs/product.md, Lead lifecycle). The top state, or the one below
 * `published`, is the status that people see.
 */
export const leadMachine = setup({
  types: {
    context: {} as LeadContext,
    input: {} as LeadInput,
    events: {} as LeadEvent,
    emitted: {} as LeadDomainEvent,
  },
  guards: {
    nothingFound: ({ context }) => context.findings.length === 0,
    alreadyWide: ({ context }) => context.widened,
    citiesChosen: ({ context }) => !context.citiesOpened,
    lastOffer: ({ context, event }) => context.offerIds.join() === offerOf(event),
  },
  delays: {
    'screening-window': ({ context, event }) =>
      timeLeft(event, context.submittedAt, context.windows.screening),
    'return-window': ({ context, event }) =>
      timeLeft(event, context.sentBackAt, context.windows.expiry),
    'widening-window': ({ context, event }) =>
      timeLeft(event, context.searchingSince, context.windows.widening),
    'notice-window': ({ context, event }) =>
      timeLeft(event, context.searchingSince, context.windows.notice),
    'reminder-window': ({ context, event }) =>
      timeLeft(event, context.publishedAt, context.windows.reminder),
    'expiry-window': ({ context, event }) =>
      timeLeft(event, context.publishedAt, context.windows.expiry),
  },
  actions: {
    tell: emit(({ context }, params: { fact: PlainEvent }) => ({
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
    openCities: assign({ citiesOpened: true }),
    noteReturn: assign({ sentBackAt: ({ event }) => instantOf(event) }),
    notePublication: assign({ publishedAt: ({ event }) => instantOf(event) }),
    noteSearch: assign({ searchingSince: ({ event }) => instantOf(event) }),
    noteOffer: assign(({ context: { offerIds }, event }) => {
      const id = offerOf(event);
      return id === null || offerIds.includes(id) ? {} : { offerIds: [...offerIds, id] };
    }),
    forgetOffer: assign({
      offerIds: ({ context, event }) => context.offerIds.filter((id) => id !== offerOf(event)),
    }),
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
    submittedAt: input?.at ?? null,
    sentBackAt: null,
    publishedAt: null,
    searchingSince: null,
    offerIds: [],
    widened: false,
    citiesOpened: false,
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
        screening: {
          on: { 'leads.send-back': 'returned' },
          after: { 'screening-window': { target: '#published' } },
        },
        // Something was found: only a person moves it on.
        held: { on: { 'leads.send-back': 'returned' } },
        // The patient changes it, which cancels it and begins anew, or lets it expire.
        returned: {
          entry: ['noteReturn', emits('leads.sent-back')],
          after: {
            'return-window': {
              target: '#cancelled',
              actions: [
                { type: 'noteCancellation', params: { by: 'expiry' } },
                emits('leads.expired'),
              ],
            },
          },
        },
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
      entry: ['notePublication', emits('leads.published')],
      initial: 'reviewed',
      states: {
        reviewed: {
          entry: 'noteSearch',
          initial: 'sorting',
          states: {
            sorting: { always: [{ guard: 'alreadyWide', target: 'wide' }, { target: 'local' }] },
            local: {
              after: {
                'widening-window': {
                  target: 'wide',
                  actions: ['widen', emits('leads.widened')],
                },
              },
            },
            wide: {
              after: {
                'notice-window': {
                  target: 'told',
                  actions: emits('leads.no-offers-yet'),
                },
              },
            },
            // The patient was informed honestly and has choices: wait on, any city, cancel, ask anew.
            told: {
              on: {
                'leads.keep-waiting': 'waiting',
                'leads.open-cities': {
                  guard: 'citiesChosen',
                  target: 'waiting',
                  actions: ['openCities', emits('leads.cities-opened')],
                },
              },
            },
            waiting: {},
          },
          on: {
            'leads.offer-received': {
              target: 'offers_received',
              actions: ['noteOffer', emits('leads.offers-received')],
            },
            // Gone before, and announced again.
            'leads.offer-gone': {},
          },
        },
        offers_received: {
          on: {
            'leads.offer-received': { actions: 'noteOffer' },
            'leads.offer-gone': [
              {
                guard: 'lastOffer',
                target: 'reviewed',
                actions: ['forgetOffer', emits('leads.offers-gone')],
              },
              { actions: 'forgetOffer' },
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
        'reminder-window': { actions: emits('leads.reminder-due') },
        'expiry-window': {
          target: 'cancelled',
          actions: [{ type: 'noteCancellation', params: { by: 'expiry' } }, emits('leads.expired')],
        },
      },
    },
    completed: { id: 'completed', type: 'final', entry: 'tellCompleted' },
    cancelled: { id: 'cancelled', type: 'final', entry: 'tellCancelled' },
  },
});
