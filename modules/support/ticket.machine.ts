import { assign, emit, setup } from 'xstate';
import { z } from 'zod';
import { instantOf, timeLeft } from '#engine/contract';
import type { TicketDomainEvent } from './schemas';
import { ticketOwners } from './values';

const length = z.number().int().positive();
const instant = z.iso.datetime();

/** Ids, codes, lengths in milliseconds and instants (ISO 8601) only; what people write lies in rows of the module. */
export const ticketContext = z.strictObject({
  ticketId: z.uuid(),
  owner: z.enum(ticketOwners),
  ownerId: z.uuid().nullable(),
  /** Since when it waits for the team; null while it does not. */
  waitingSince: instant.nullable(),
  /** From when it begins to wait, as the open hours of the team lie then; `answer` is longer than `reminder`. */
  clocks: z.strictObject({ reminder: length, answer: length }),
  /** When it was last answered. */
  answeredAt: instant.nullable(),
  /** Of the last answer: how long until it closes by itself. */
  closing: length,
});

export type TicketContext = Readonly<z.infer<typeof ticketContext>>;
export type AnswerClocks = TicketContext['clocks'];

type TicketInput = Omit<TicketContext, 'waitingSince' | 'answeredAt'> & { readonly at: string };

type TicketEvent =
  /** Its owner wrote; the clocks count where it did not wait already. */
  | { type: 'support.write'; clocks: AnswerClocks }
  | { type: 'support.answer'; messageId: string; closing: number }
  | { type: 'support.close' }
  /** Staff take it up again. */
  | { type: 'support.reopen'; clocks: AnswerClocks }
  /** Its owner is erased. */
  | { type: 'support.erase' };

type Sent<T extends TicketEvent['type']> = Extract<TicketEvent, { type: T }>;
type PlainEvent = 'support.asked' | 'support.reminder-due' | 'support.overdue';

const ofTicket = ({ ticketId, owner, ownerId }: TicketContext) => ({ ticketId, owner, ownerId });
const emits = (fact: PlainEvent) => ({ type: 'tell', params: { fact } }) as const;

const waits = { target: '#open', actions: 'noteWaiting' } as const;
const answer = {
  target: '#answered',
  reenter: true,
  actions: [
    'noteAnswer',
    {
      type: 'tellAnswered',
      params: ({ event }: { event: Sent<'support.answer'> }) => ({ messageId: event.messageId }),
    },
  ],
} as const;
const close = {
  target: '#closed',
  actions: { type: 'tellClosed', params: { by: 'staff' } },
} as const;

/** The life of a ticket: it waits for the team, then for its owner, and closes by itself; a word of its owner opens it again. */
export const ticketMachine = setup({
  types: {
    context: {} as TicketContext,
    input: {} as TicketInput,
    events: {} as TicketEvent,
    emitted: {} as TicketDomainEvent,
  },
  delays: {
    'reminder-window': ({ context, event }) =>
      timeLeft(event, context.waitingSince, context.clocks.reminder),
    'answer-window': ({ context, event }) =>
      timeLeft(event, context.waitingSince, context.clocks.answer),
    'closing-window': ({ context, event }) => timeLeft(event, context.answeredAt, context.closing),
  },
  actions: {
    tell: emit(({ context }, { fact }: { fact: PlainEvent }) => ({
      type: fact,
      ...ofTicket(context),
    })),
    tellAnswered: emit(({ context }, { messageId }: { messageId: string }) => ({
      type: 'support.answered' as const,
      ...ofTicket(context),
      messageId,
    })),
    tellClosed: emit(({ context }, { by }: { by: 'staff' | 'clock' }) => ({
      type: 'support.closed' as const,
      ...ofTicket(context),
      by,
    })),
    noteWaiting: assign(({ event }) =>
      'clocks' in event ? { waitingSince: instantOf(event), clocks: event.clocks } : {},
    ),
    noteAnswer: assign(({ event }) =>
      event.type === 'support.answer'
        ? { waitingSince: null, answeredAt: instantOf(event), closing: event.closing }
        : {},
    ),
    forgetWaiting: assign({ waitingSince: null }),
  },
}).createMachine({
  id: 'support.ticket',
  context: ({ input }) => ({
    ticketId: input?.ticketId ?? '',
    owner: input?.owner ?? 'visitor',
    ownerId: input?.ownerId ?? null,
    waitingSince: input?.at ?? null,
    clocks: input?.clocks ?? { reminder: 0, answer: 0 },
    answeredAt: null,
    closing: input?.closing ?? 0,
  }),
  initial: 'open',
  on: { 'support.erase': '.erased' },
  states: {
    open: {
      id: 'open',
      entry: emits('support.asked'),
      initial: 'waiting',
      states: {
        waiting: {
          after: {
            'reminder-window': { target: 'reminded', actions: emits('support.reminder-due') },
          },
        },
        reminded: {
          after: { 'answer-window': { target: 'overdue', actions: emits('support.overdue') } },
        },
        overdue: {},
      },
      on: { 'support.write': {}, 'support.answer': answer, 'support.close': close },
    },
    answered: {
      id: 'answered',
      after: {
        'closing-window': {
          target: 'closed',
          actions: { type: 'tellClosed', params: { by: 'clock' } },
        },
      },
      on: {
        'support.write': waits,
        'support.answer': answer,
        'support.close': close,
        'support.reopen': waits,
      },
    },
    closed: {
      id: 'closed',
      entry: 'forgetWaiting',
      on: { 'support.write': waits, 'support.reopen': waits, 'support.answer': answer },
    },
    erased: { type: 'final' },
  },
});
