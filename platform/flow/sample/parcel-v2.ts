import { z } from 'zod';
import { assign, setup } from 'xstate';
import { hours } from '../../duration';
import { defineFlow } from '../define-flow';

interface CrateContext {
  readonly parcelId: string;
  /** Was `weight`. */
  readonly grams: number | null;
  readonly reminders: number;
}

const machine = setup({
  types: {
    context: {} as CrateContext,
    events: {} as
      { type: 'sample.weigh'; grams: number; at: string } | { type: 'sample.seal'; at: string },
    input: {} as { parcelId: string; at: string },
  },
  delays: { packWindow: hours(2), 'seal-window': hours(1) },
}).createMachine({
  id: 'sample.parcel',
  context: ({ input }) => ({ parcelId: input?.parcelId ?? '', grams: null, reminders: 0 }),
  initial: 'open',
  states: {
    open: {
      on: { 'sample.weigh': { actions: assign({ grams: ({ event }) => event.grams }) } },
      after: { packWindow: 'abandoned' },
    },
    // Was `packed`, without a clock.
    closed: { on: { 'sample.seal': 'sealed' }, after: { 'seal-window': 'open' } },
    sealed: { type: 'final' },
    abandoned: { type: 'final' },
  },
});

interface V1 {
  status: string;
  value: string;
  context: { parcelId: string; weight: number | null; nudges: number };
}

/** The sample's second version: a state renamed and given a clock, context fields renamed and dropped. */
export const parcelFlowV2 = defineFlow({
  name: 'sample.parcel',
  version: 2,
  fingerprint: '',
  machine,
  context: z.strictObject({
    parcelId: z.uuid(),
    grams: z.number().nullable(),
    reminders: z.number(),
  }),
  facts: {},
  migrations: {
    2: (stored) => {
      const { context, value, ...rest } = stored as V1;
      const { parcelId, weight, nudges } = context;
      return {
        ...rest,
        value: value === 'packed' ? 'closed' : value,
        context: { parcelId, grams: weight, reminders: nudges },
      };
    },
  },
});
