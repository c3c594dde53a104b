import { assign, emit, setup } from 'xstate';
import { z } from 'zod';
import { instantOf, timeLeft } from '#engine/contract';
import type { ApplicationDomainEvent } from './schemas';

const length = z.number().int().positive();

/** What the documents of an application come to, computed under its lock by the command that sends the event. */
const evidence = {
  /** Of every required kind something lies there, and nothing required is asked for again. */
  complete: z.boolean(),
  /** All that is required is accepted; only then is approval possible. */
  accepted: z.boolean(),
  /**
   * Lengths in milliseconds, counted from the moment at which every required document lay there: until staff are reminded,
   * then until a longer one, then until the promised business days are over. Of an event, how they would run from now on.
   */
  clocks: z.strictObject({ reminder: length, escalation: length, breach: length }),
};

/** Ids, counts and codes only; what the clinic says of itself lies in `clinic_onboarding.clinic`. */
export const applicationContext = z.strictObject({
  clinicId: z.uuid(),
  ...evidence,
  /** When the documents became complete (ISO 8601), from which every clock counts; null while they are not. */
  completeAt: z.iso.datetime().nullable(),
  resubmissions: z.int().min(0),
});

export type ApplicationContext = Readonly<z.infer<typeof applicationContext>>;
export type Evidence = Pick<ApplicationContext, keyof typeof evidence>;
export type ReviewClocks = Evidence['clocks'];

type ApplicationInput = Evidence & Pick<ApplicationContext, 'clinicId'>;

export type ApplicationEvent =
  /** The clinic uploaded or removed something, or a scanner had a say. */
  | ({ type: 'clinic-onboarding.change-documents' } & Evidence)
  /** The review team accepted, refused or asked again for one document. */
  | ({ type: 'clinic-onboarding.review-documents' } & Evidence)
  | { type: 'clinic-onboarding.change-details' }
  | ({ type: 'clinic-onboarding.resubmit' } & Evidence)
  /** Decisions of the review team; who and why is in the activity and the audit. */
  | { type: 'clinic-onboarding.approve' }
  | { type: 'clinic-onboarding.reject' }
  | { type: 'clinic-onboarding.suspend' }
  | { type: 'clinic-onboarding.reinstate' };

type EventName = ApplicationDomainEvent['type'] extends `clinic-onboarding.${infer Name}`
  ? Name
  : never;

const emits = (name: EventName) =>
  ({ type: 'tell', params: { fact: `clinic-onboarding.${name}` } }) as const;

const noClocks: ReviewClocks = { reminder: 0, escalation: 0, breach: 0 };

/**
 * The life of a clinic's application (docs/product.md, Clinic onboarding). The top state is the status that people
 * see, the state below it the stage. Clocks run in `complete` only, and start anew each time it is entered.
 */
export const applicationMachine = setup({
  types: {
    context: {} as ApplicationContext,
    input: {} as ApplicationInput,
    events: {} as ApplicationEvent,
    emitted: {} as ApplicationDomainEvent,
  },
  guards: {
    isComplete: ({ context }) => context.complete,
    becomesComplete: ({ event }) => 'complete' in event && event.complete,
    becomesIncomplete: ({ event }) => 'complete' in event && !event.complete,
    isAccepted: ({ context }) => context.complete && context.accepted,
  },
  delays: {
    'reminder-window': ({ context, event }) =>
      timeLeft(event, context.completeAt, context.clocks.reminder),
    'escalation-window': ({ context, event }) =>
      timeLeft(event, context.completeAt, context.clocks.escalation),
    'breach-window': ({ context, event }) =>
      timeLeft(event, context.completeAt, context.clocks.breach),
  },
  actions: {
    tell: emit(({ context }, { fact }: { fact: ApplicationDomainEvent['type'] }) => ({
      type: fact,
      clinicId: context.clinicId,
    })),
    noteDocuments: assign(({ event }) =>
      'complete' in event
        ? { complete: event.complete, accepted: event.accepted, clocks: event.clocks }
        : {},
    ),
    noteCompleteness: assign({ completeAt: ({ event }) => instantOf(event) }),
    forgetCompleteness: assign({ completeAt: null }),
    noteReview: assign(({ event }) => ('accepted' in event ? { accepted: event.accepted } : {})),
    countResubmission: assign({ resubmissions: ({ context }) => context.resubmissions + 1 }),
  },
}).createMachine({
  id: 'clinic-onboarding.application',
  context: ({ input }) => ({
    clinicId: input?.clinicId ?? '',
    complete: input?.complete ?? false,
    accepted: input?.accepted ?? false,
    completeAt: null,
    clocks: input?.clocks ?? noClocks,
    resubmissions: 0,
  }),
  entry: emits('registered'),
  initial: 'pending',
  on: { 'clinic-onboarding.change-documents': { actions: 'noteDocuments' } },
  states: {
    pending: {
      initial: 'sorting',
      states: {
        sorting: { always: [{ guard: 'isComplete', target: 'complete' }, { target: 'documents' }] },
        documents: {
          entry: 'forgetCompleteness',
          on: {
            'clinic-onboarding.change-documents': [
              { guard: 'becomesComplete', target: 'complete', actions: 'noteDocuments' },
              { actions: 'noteDocuments' },
            ],
            'clinic-onboarding.review-documents': [
              { guard: 'becomesComplete', target: 'complete', actions: 'noteDocuments' },
              { actions: 'noteDocuments' },
            ],
          },
        },
        complete: {
          entry: ['noteCompleteness', emits('documents-completed')],
          initial: 'review',
          states: {
            review: {
              after: { 'reminder-window': { target: 'reminded', actions: emits('reminder-due') } },
            },
            reminded: {
              after: { 'escalation-window': { target: 'escalated', actions: emits('escalated') } },
            },
            escalated: {},
            breached: {},
          },
          on: {
            'clinic-onboarding.change-documents': [
              {
                guard: 'becomesIncomplete',
                target: 'documents',
                actions: ['noteDocuments', emits('documents-incomplete')],
              },
              { actions: 'noteReview' },
            ],
            'clinic-onboarding.review-documents': [
              {
                guard: 'becomesIncomplete',
                target: 'documents',
                actions: ['noteDocuments', emits('documents-incomplete')],
              },
              { actions: 'noteReview' },
            ],
            'clinic-onboarding.approve': {
              guard: 'isAccepted',
              target: '#approved',
              actions: emits('approved'),
            },
          },
          after: { 'breach-window': { target: '.breached', actions: emits('breached') } },
        },
      },
      on: {
        'clinic-onboarding.change-details': {},
        'clinic-onboarding.reject': { target: 'rejected', actions: emits('rejected') },
      },
    },
    rejected: {
      on: {
        'clinic-onboarding.change-details': {},
        'clinic-onboarding.resubmit': {
          target: 'pending',
          actions: ['noteDocuments', 'countResubmission', emits('resubmitted')],
        },
      },
    },
    approved: {
      id: 'approved',
      on: {
        'clinic-onboarding.suspend': { target: 'suspended', actions: emits('suspended') },
      },
    },
    suspended: {
      on: {
        'clinic-onboarding.reinstate': { target: 'approved', actions: emits('reinstated') },
      },
    },
  },
});
