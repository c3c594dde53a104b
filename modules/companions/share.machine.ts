import { assign, emit, setup } from 'xstate';
import { z } from 'zod';
import { timeLeft } from '#engine/contract';
import type { ShareDomainEvent } from './schemas';
import { type ShareEnd, shareEnds } from './values';

/** Ids, codes, a length and an instant (ISO 8601) only; no token and no hash of one. */
export const shareContext = z.strictObject({
  shareId: z.uuid(),
  leadId: z.uuid(),
  /** Of the deal; null for the offers side by side. */
  offerId: z.uuid().nullable(),
  patientId: z.uuid(),
  /** How long the link lasts, in milliseconds; fixed when it is made. */
  window: z.number().int().positive(),
  sharedAt: z.iso.datetime().nullable(),
  endedBecause: z.enum(shareEnds).nullable(),
});

export type ShareContext = Readonly<z.infer<typeof shareContext>>;

type Ids = Pick<ShareContext, 'shareId' | 'leadId' | 'offerId' | 'patientId'>;
type ShareInput = Ids & Pick<ShareContext, 'window'> & { readonly at: string };

export type ShareEvent =
  /** A browser exchanges the token. */
  | { type: 'companions.open' }
  /** The patient takes it back. */
  | { type: 'companions.revoke' }
  /** What it shows is over, or its patient leaves. */
  | { type: 'companions.end'; because: 'request-ended' | 'account-closed' };

const ids = ({ shareId, leadId, offerId, patientId }: ShareContext): Ids => ({
  shareId,
  leadId,
  offerId,
  patientId,
});

const shareSetup = setup({
  types: {
    context: {} as ShareContext,
    input: {} as ShareInput,
    events: {} as ShareEvent,
    emitted: {} as ShareDomainEvent,
  },
  delays: {
    // From when it was made, also once it was opened: a link lasts as long as was said.
    'link-window': ({ context, event }) => timeLeft(event, context.sharedAt, context.window),
  },
  actions: {
    emitPlain: emit(({ context }, params: { type: 'companions.shared' | 'companions.opened' }) => ({
      type: params.type,
      ...ids(context),
    })),
    recordEnd: assign({ endedBecause: (_, params: { because: ShareEnd }) => params.because }),
    emitEnded: emit(({ context }) => ({
      type: 'companions.ended',
      because: context.endedBecause ?? 'revoked',
      ...ids(context),
    })),
  },
});

const endsBecause = (because: ShareEnd) =>
  ({
    target: 'ended',
    actions: [{ type: 'recordEnd', params: { because } }, 'emitEnded'],
  }) as const;

const expires = { 'link-window': endsBecause('expired') } as const;

/** In both states in which a companion may look, now or later. */
const ends = {
  'companions.revoke': endsBecause('revoked'),
  'companions.end': {
    target: 'ended',
    actions: [
      {
        type: 'recordEnd',
        params: ({ event }: { event: Extract<ShareEvent, { type: 'companions.end' }> }) => ({
          because: event.because,
        }),
      },
      'emitEnded',
    ],
  },
} as const;

/** A link by which a relative looks on: opened once, by one browser, and ended by whatever comes first. */
export const shareMachine = shareSetup.createMachine({
  id: 'companions.share',
  context: ({ input }) => ({
    shareId: input?.shareId ?? '',
    leadId: input?.leadId ?? '',
    offerId: input?.offerId ?? null,
    patientId: input?.patientId ?? '',
    window: input?.window ?? 0,
    sharedAt: input?.at ?? null,
    endedBecause: null,
  }),
  initial: 'open',
  states: {
    open: {
      entry: { type: 'emitPlain', params: { type: 'companions.shared' } },
      after: expires,
      on: {
        'companions.open': {
          target: 'used',
          actions: { type: 'emitPlain', params: { type: 'companions.opened' } },
        },
        ...ends,
      },
    },
    used: { after: expires, on: ends },
    ended: { type: 'final' },
  },
});
