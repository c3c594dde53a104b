import { z } from 'zod';
import { assign, setup } from 'xstate';
import { milliseconds, seconds } from '#platform/base/duration';
import { defineMachine, defineJob } from '#engine';

const counterId = z.uuid();

const machine = setup({
  types: {
    context: {} as { counterId: string; n: number; ticks: number },
    events: {} as { type: 'crash.add'; at: string },
    input: {} as { counterId: string; at: string },
  },
  actions: { 'crash.note': (_, _params: { counterId: string; n: number }) => undefined },
  delays: { tick: milliseconds(700) },
}).createMachine({
  id: 'crash.counter',
  context: ({ input }) => ({ counterId: input?.counterId ?? '', n: 0, ticks: 0 }),
  initial: 'quiet',
  on: {
    'crash.add': {
      target: '.ticking',
      actions: [
        assign({ n: ({ context }) => context.n + 1 }),
        {
          type: 'crash.note',
          params: ({ context: { counterId: id, n } }) => ({ counterId: id, n }),
        },
      ],
    },
  },
  states: {
    quiet: {},
    // Not entered again by a further event, so its timer runs on; a timer's event itself has no effect.
    ticking: {
      after: {
        tick: { target: 'quiet', actions: assign({ ticks: ({ context }) => context.ticks + 1 }) },
      },
    },
  },
});

/** Counts keyed events; each enqueues a job, and arms a timer when none runs. */
export const crashFlow = defineMachine({
  name: 'crash.counter',
  version: 1,
  machine,
  context: z.strictObject({ counterId, n: z.number().int(), ticks: z.number().int() }),
  events: {},
  effects: { 'crash.note': z.strictObject({ counterId, n: z.number().int() }) },
});

// Every kill of a process costs the jobs in its hands one try.
const policy = { retry: { limit: 60, delay: seconds(0) }, expiresAfter: seconds(20) };

export const noteJob = defineJob({
  name: 'crash.note',
  payload: z.strictObject({ counterId, n: z.number().int() }),
  ...policy,
});

/** What handlers write: the effects that happened, counted. */
export const ledger = 'create table ledger (job text primary key, times int not null)';
