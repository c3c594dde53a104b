import { z } from 'zod';
import { assign, setup } from 'xstate';
import { hours } from '#platform/base/duration';
import { timeLeft } from '../../flow-clock';
import { defineMachine } from '../define-flow';
import type { Migration } from '../types';

interface CrateContext {
  readonly parcelId: string;
  /** Was `weight`. */
  readonly grams: number | null;
  readonly reminders: number;
  readonly packedAt: string | null;
  /** New. */
  readonly shippedAt: string | null;
}

const machine = setup({
  types: {
    context: {} as CrateContext,
    events: {} as
      | { type: 'sample.weigh'; grams: number; at: string }
      | { type: 'sample.seal'; at: string }
      | { type: 'sample.arrive'; at: string },
    input: {} as { parcelId: string; packWindow: number; returnWindow: number; at: string },
  },
  actions: {
    weigh: assign({
      grams: ({ event, context }) => ('grams' in event ? event.grams : context.grams),
    }),
  },
  delays: {
    'fill-window': hours(2),
    'seal-window': ({ context, event }) => timeLeft(event, context.packedAt, hours(1)),
    'return-window': hours(24),
    'transit-window': hours(12),
  },
}).createMachine({
  id: 'sample.parcel',
  context: ({ input }) => ({
    parcelId: input?.parcelId ?? '',
    grams: null,
    reminders: 0,
    packedAt: null,
    shippedAt: null,
  }),
  initial: 'filling',
  states: {
    // Was `open`; its clock was the `packWindow`.
    filling: {
      on: { 'sample.weigh': { actions: 'weigh' } },
      after: { 'fill-window': 'abandoned' },
    },
    // Was `packed`, without a clock.
    closed: {
      on: { 'sample.weigh': { actions: 'weigh' }, 'sample.seal': 'sealed' },
      after: { 'seal-window': 'sealed' },
    },
    // Was `shipped`, without states of its own.
    sent: {
      initial: 'underway',
      states: {
        underway: { on: { 'sample.arrive': 'arrived' }, after: { 'transit-window': 'arrived' } },
        arrived: {},
      },
      after: { 'return-window': 'kept' },
    },
    returned: { type: 'final' },
    sealed: { type: 'final' },
    kept: { type: 'final' },
    abandoned: { type: 'final' },
  },
});

interface V1 {
  status: string;
  value: string;
  context: { parcelId: string; weight: number | null; nudges: number; packedAt: string | null };
}

const renamed: Record<string, unknown> = {
  open: 'filling',
  packed: 'closed',
  shipped: { sent: 'underway' },
};

export const toParcelV2: Migration = (stored, past) => {
  const { context, value, ...rest } = stored as V1;
  const { parcelId, weight, nudges, packedAt } = context;
  const shippedAt = past.find(({ name }) => name === 'sample.ship')?.at ?? null;
  return {
    state: {
      ...rest,
      value: renamed[value] ?? value,
      context: { parcelId, grams: weight, reminders: nudges, packedAt, shippedAt },
    },
    timers: {
      'xstate.after.fill-window.sample.parcel.filling':
        'xstate.after.packWindow.sample.parcel.open',
      'xstate.after.return-window.sample.parcel.sent':
        'xstate.after.return-window.sample.parcel.shipped',
    },
  };
};

/** The sample's second version: states renamed and nested, clocks renamed, added and dropped, context fields too. */
export const parcelFlowV2 = defineMachine({
  name: 'sample.parcel',
  version: 2,
  machine,
  context: z.strictObject({
    parcelId: z.uuid(),
    grams: z.number().nullable(),
    reminders: z.number(),
    packedAt: z.iso.datetime().nullable(),
    shippedAt: z.iso.datetime().nullable(),
  }),
  events: {},
  migrations: { 2: toParcelV2 },
});
