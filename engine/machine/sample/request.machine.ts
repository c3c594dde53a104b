import { assign, emit, setup } from 'xstate';

export interface RequestContext {
  readonly requestId: string;
  /** Milliseconds. */
  readonly expiry: number;
  /** Ids of live offers. */
  readonly offers: readonly string[];
  readonly chosen: string | null;
}

export type RequestEvent =
  | { type: 'sample.count-offer'; offerId: string }
  | { type: 'sample.uncount-offer'; offerId: string }
  | { type: 'sample.choose'; offerId: string }
  | { type: 'sample.call-off' };

/** A root: it has children, and ends by a choice, by a person or by its clock. */
export const requestMachine = setup({
  types: {
    context: {} as RequestContext,
    events: {} as RequestEvent,
    input: {} as { requestId: string; expiry: number; at: string },
    emitted: {} as { type: 'sample.request-over'; requestId: string },
  },
  delays: { 'request-window': ({ context }) => context.expiry },
  actions: {
    announceEnd: emit(({ context }) => ({
      type: 'sample.request-over',
      requestId: context.requestId,
    })),
  },
}).createMachine({
  id: 'sample.request',
  context: ({ input }) => ({
    requestId: input?.requestId ?? '',
    expiry: input?.expiry ?? 0,
    offers: [],
    chosen: null,
  }),
  initial: 'open',
  states: {
    open: {
      on: {
        'sample.count-offer': {
          actions: assign({ offers: ({ context, event }) => [...context.offers, event.offerId] }),
        },
        'sample.uncount-offer': {
          actions: assign({
            offers: ({ context, event }) => context.offers.filter((id) => id !== event.offerId),
          }),
        },
        'sample.choose': {
          target: 'chosen',
          actions: assign({ chosen: ({ event }) => event.offerId }),
        },
        'sample.call-off': 'off',
      },
      after: { 'request-window': 'expired' },
    },
    chosen: { type: 'final', entry: 'announceEnd' },
    off: { type: 'final', entry: 'announceEnd' },
    expired: { type: 'final', entry: 'announceEnd' },
  },
});
