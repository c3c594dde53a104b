import { assign, emit, setup } from 'xstate';

export interface ParcelContext {
  readonly parcelId: string;
  /** Milliseconds. */
  readonly packWindow: number;
  readonly returnWindow: number;
  readonly nudges: number;
  readonly weight: number | null;
  readonly packedAt: string | null;
}

export type ParcelEvent =
  | { type: 'sample.weigh'; grams: number; at: string }
  | { type: 'sample.pack'; at: string }
  | { type: 'sample.nudge'; at: string }
  | { type: 'sample.unpack'; at: string }
  | { type: 'sample.ship'; at: string }
  | { type: 'sample.give-back'; at: string }
  | { type: 'sample.break'; at: string };

/** A machine with everything the engine promises: guards, effects, events, timers, re-entry, an end. */
export const parcelMachine = setup({
  types: {
    context: {} as ParcelContext,
    events: {} as ParcelEvent,
    input: {} as { parcelId: string; packWindow: number; returnWindow: number; at: string },
    emitted: {} as { type: 'sample.shipped'; parcelId: string; grams: number },
  },
  actions: {
    'sample.print-label': (_, _params: { parcelId: string }) => undefined,
    'sample.remind': (_, _params: { parcelId: string; nudges: number }) => undefined,
  },
  guards: {
    weighed: ({ context }) => context.weight !== null,
  },
  delays: {
    packWindow: ({ context }) => context.packWindow,
    'return-window': ({ context }) => context.returnWindow,
  },
}).createMachine({
  id: 'sample.parcel',
  context: ({ input }) => ({
    parcelId: input?.parcelId ?? '',
    packWindow: input?.packWindow ?? 0,
    returnWindow: input?.returnWindow ?? 0,
    nudges: 0,
    weight: null,
    packedAt: null,
  }),
  initial: 'open',
  on: {
    'sample.break': {
      actions: assign(() => {
        throw new Error('broken on purpose');
      }),
    },
  },
  states: {
    open: {
      on: {
        'sample.weigh': { actions: assign({ weight: ({ event }) => event.grams }) },
        'sample.nudge': {
          target: 'open',
          reenter: true,
          actions: [
            assign({ nudges: ({ context }) => context.nudges + 1 }),
            {
              type: 'sample.remind',
              params: ({ context }) => ({ parcelId: context.parcelId, nudges: context.nudges }),
            },
          ],
        },
        'sample.pack': {
          guard: 'weighed',
          target: 'packed',
          actions: assign({ packedAt: ({ event }) => event.at }),
        },
      },
      after: { packWindow: 'abandoned' },
    },
    packed: {
      entry: {
        type: 'sample.print-label',
        params: ({ context }) => ({ parcelId: context.parcelId }),
      },
      on: { 'sample.unpack': 'open', 'sample.ship': 'shipped' },
    },
    shipped: {
      entry: emit(({ context }) => ({
        type: 'sample.shipped' as const,
        parcelId: context.parcelId,
        grams: context.weight ?? 0,
      })),
      on: { 'sample.give-back': 'returned' },
      after: { 'return-window': 'kept' },
    },
    returned: { type: 'final' },
    kept: { type: 'final' },
    abandoned: { type: 'final' },
  },
});
