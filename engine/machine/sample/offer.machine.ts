import { emit, setup } from 'xstate';

export interface OfferContext {
  readonly offerId: string;
  readonly requestId: string;
  /** Milliseconds. */
  readonly validity: number;
}

export type OfferEvent =
  { type: 'sample.accept' } | { type: 'sample.take-back' } | { type: 'sample.decline' };

export interface OfferDomainEvent {
  readonly type: 'sample.offer-made' | 'sample.offer-accepted' | 'sample.offer-gone';
  readonly offerId: string;
  readonly requestId: string;
}

/** A child: what becomes of it moves its root, and the end of its root ends it. */
export const offerMachine = setup({
  types: {
    context: {} as OfferContext,
    events: {} as OfferEvent,
    input: {} as OfferContext & { at: string },
    emitted: {} as OfferDomainEvent,
  },
  delays: { 'offer-window': ({ context }) => context.validity },
  actions: {
    announce: emit(
      ({ context: { offerId, requestId } }, { event }: { event: OfferDomainEvent['type'] }) => ({
        type: event,
        offerId,
        requestId,
      }),
    ),
  },
}).createMachine({
  id: 'sample.offer',
  context: ({ input }) => ({
    offerId: input?.offerId ?? '',
    requestId: input?.requestId ?? '',
    validity: input?.validity ?? 0,
  }),
  initial: 'live',
  states: {
    live: {
      entry: { type: 'announce', params: { event: 'sample.offer-made' } },
      on: {
        'sample.accept': 'accepted',
        'sample.take-back': 'gone',
        'sample.decline': 'declined',
      },
      after: { 'offer-window': 'gone' },
    },
    accepted: {
      type: 'final',
      entry: { type: 'announce', params: { event: 'sample.offer-accepted' } },
    },
    gone: { type: 'final', entry: { type: 'announce', params: { event: 'sample.offer-gone' } } },
    declined: { type: 'final' },
  },
});
