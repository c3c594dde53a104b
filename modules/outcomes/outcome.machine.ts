import { assign, emit, setup } from 'xstate';
import { z } from 'zod';
import { instantOf, timeLeft } from '#engine/contract';
import type { OutcomeDomainEvent } from './schemas';
import { type Moment, questionStates } from './values';

const length = z.number().int().positive();
const instant = z.iso.datetime();
const question = z.enum(questionStates).nullable();

/** Ids, states, lengths and instants (ISO 8601) only; what a patient answers lies in a row of the module. */
export const outcomeContext = z.strictObject({
  offerId: z.uuid(),
  leadId: z.uuid(),
  patientId: z.uuid(),
  clinicId: z.uuid(),
  /** In milliseconds, fixed when the treatment was confirmed. */
  windows: z.strictObject({ halfYear: length, year: length, answer: length }),
  /** The day of the treatment. */
  treatedAt: instant.nullable(),
  /** When the latest question was asked. */
  askedAt: instant.nullable(),
  halfYear: question,
  year: question,
});

export type OutcomeContext = Readonly<z.infer<typeof outcomeContext>>;

type Ids = Pick<OutcomeContext, 'offerId' | 'leadId' | 'patientId' | 'clinicId'>;
type OutcomeInput = Ids &
  Pick<OutcomeContext, 'windows'> & { readonly treatedAt: string; readonly at: string };

export type OutcomeEvent =
  | { type: 'outcomes.answer'; answerId: string; moment: Moment }
  /** The patient leaves: nothing is asked any more. */
  | { type: 'outcomes.end' };

type Answer = Extract<OutcomeEvent, { type: 'outcomes.answer' }>;

const who = ({ offerId, leadId, patientId, clinicId }: OutcomeContext) => ({
  offerId,
  leadId,
  patientId,
  clinicId,
});

const outcomeSetup = setup({
  types: {
    context: {} as OutcomeContext,
    input: {} as OutcomeInput,
    events: {} as OutcomeEvent,
    emitted: {} as OutcomeDomainEvent,
  },
  guards: {
    /** The form that is sent asks what is asked now. */
    isAsked: (_, params: { asked: Moment; answered: Moment }) => params.asked === params.answered,
  },
  delays: {
    'half-year-window': ({ context, event }) =>
      timeLeft(event, context.treatedAt, context.windows.halfYear),
    'year-window': ({ context, event }) => timeLeft(event, context.treatedAt, context.windows.year),
    // From the question, not from the treatment: who is asked late has as long to answer.
    'half-year-answer-window': ({ context, event }) =>
      timeLeft(event, context.askedAt, context.windows.answer),
    'year-answer-window': ({ context, event }) =>
      timeLeft(event, context.askedAt, context.windows.answer),
  },
  actions: {
    recordHalfYear: assign({
      halfYear: (_, params: { state: OutcomeContext['halfYear'] }) => params.state,
    }),
    recordYear: assign({ year: (_, params: { state: OutcomeContext['year'] }) => params.state }),
    recordAsked: assign({ askedAt: ({ event }) => instantOf(event) }),
    /** A question that can no longer be answered does not count as silence. */
    dropOpen: assign({
      halfYear: ({ context: { halfYear } }) => (halfYear === 'open' ? null : halfYear),
      year: ({ context: { year } }) => (year === 'open' ? null : year),
    }),
    emitDue: emit(
      ({ context }, params: { type: 'outcomes.half-year-due' | 'outcomes.year-due' }) => ({
        type: params.type,
        ...who(context),
      }),
    ),
    emitAnswered: emit(({ context }, params: { answerId: string; moment: Moment }) => ({
      type: 'outcomes.answered',
      ...params,
      ...who(context),
    })),
    emitUnanswered: emit(({ context }, params: { moment: Moment }) => ({
      type: 'outcomes.unanswered',
      moment: params.moment,
      ...who(context),
    })),
  },
});

const answerOf = ({ event: { answerId, moment } }: { event: Answer }) => ({ answerId, moment });
const isFor = (asked: Moment) =>
  ({
    type: 'isAsked',
    params: ({ event }: { event: Answer }) => ({ asked, answered: event.moment }),
  }) as const;
const ended = { target: 'ended', actions: 'dropOpen' } as const;

/** What became of a treatment: two questions, each asked, and then answered or met with silence. */
export const outcomeMachine = outcomeSetup.createMachine({
  id: 'outcomes.outcome',
  context: ({ input }) => ({
    offerId: input?.offerId ?? '',
    leadId: input?.leadId ?? '',
    patientId: input?.patientId ?? '',
    clinicId: input?.clinicId ?? '',
    windows: input?.windows ?? { halfYear: 0, year: 0, answer: 0 },
    treatedAt: input?.treatedAt ?? null,
    askedAt: null,
    halfYear: null,
    year: null,
  }),
  initial: 'planned',
  states: {
    planned: {
      after: {
        'half-year-window': {
          target: 'half-year-due',
          actions: [
            'recordAsked',
            { type: 'recordHalfYear', params: { state: 'open' } },
            { type: 'emitDue', params: { type: 'outcomes.half-year-due' } },
          ],
        },
      },
      on: { 'outcomes.end': ended },
    },
    'half-year-due': {
      after: {
        'half-year-answer-window': {
          target: 'between',
          actions: [
            { type: 'recordHalfYear', params: { state: 'silent' } },
            { type: 'emitUnanswered', params: { moment: 'half-year' } },
          ],
        },
      },
      on: {
        'outcomes.answer': {
          guard: isFor('half-year'),
          target: 'between',
          actions: [
            { type: 'recordHalfYear', params: { state: 'answered' } },
            { type: 'emitAnswered', params: answerOf },
          ],
        },
        'outcomes.end': ended,
      },
    },
    between: {
      after: {
        'year-window': {
          target: 'year-due',
          actions: [
            'recordAsked',
            { type: 'recordYear', params: { state: 'open' } },
            { type: 'emitDue', params: { type: 'outcomes.year-due' } },
          ],
        },
      },
      on: { 'outcomes.end': ended },
    },
    'year-due': {
      after: {
        'year-answer-window': {
          target: 'over',
          actions: [
            { type: 'recordYear', params: { state: 'silent' } },
            { type: 'emitUnanswered', params: { moment: 'year' } },
          ],
        },
      },
      on: {
        'outcomes.answer': {
          guard: isFor('year'),
          target: 'over',
          actions: [
            { type: 'recordYear', params: { state: 'answered' } },
            { type: 'emitAnswered', params: answerOf },
          ],
        },
        'outcomes.end': ended,
      },
    },
    over: { type: 'final' },
    ended: { type: 'final' },
  },
});
