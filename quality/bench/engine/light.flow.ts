import { z } from 'zod';
import { assign, setup } from 'xstate';
import { minutes, seconds } from '#platform/base/duration';
import { defineMachine, defineJob, job } from '#engine';
import type { Registry } from '#engine/operations';

const lightId = z.uuid();

const machine = setup({
  types: {
    context: {} as { lightId: string; switched: number },
    events: {} as { type: 'bench.turn'; at: string } | { type: 'bench.report'; at: string },
    input: {} as { lightId: string; at: string },
  },
  actions: { 'bench.note': (_, _params: { lightId: string }) => undefined },
}).createMachine({
  id: 'bench.light',
  context: ({ input }) => ({ lightId: input?.lightId ?? '', switched: 0 }),
  initial: 'off',
  states: {
    off: {
      on: {
        'bench.turn': {
          target: 'on',
          actions: assign({ switched: ({ context }) => context.switched + 1 }),
        },
      },
    },
    on: {
      on: {
        'bench.turn': {
          target: 'off',
          actions: assign({ switched: ({ context }) => context.switched + 1 }),
        },
      },
    },
  },
  on: {
    'bench.report': {
      actions: [
        assign({ switched: ({ context }) => context.switched + 1 }),
        { type: 'bench.note', params: ({ context }) => ({ lightId: context.lightId }) },
      ],
    },
  },
});

/** `bench.turn` is a bare transition; `bench.report` enqueues one job as well. */
export const lightFlow = defineMachine({
  name: 'bench.light',
  version: 1,
  machine,
  context: z.strictObject({ lightId, switched: z.number() }),
  events: {},
  effects: { 'bench.note': z.strictObject({ lightId }) },
});

const note = defineJob({
  name: 'bench.note',
  payload: z.strictObject({ lightId }),
  retry: { limit: 1, delay: seconds(1) },
  expiresAfter: minutes(1),
});

export const lightRegistry: Registry = {
  flows: [lightFlow],
  jobs: [job(note, async () => undefined)],
  subscriptions: [],
  schedules: [],
};
