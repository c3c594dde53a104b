import { assign, emit, setup } from 'xstate';
import { z } from 'zod';
import { type AccountKind, accountKinds, downloadTime, makingRetry, offeredFor } from './values';

/** What its jobs are given. */
export const archiveRef = z.strictObject({ archiveId: z.uuid() });

export const archiveContext = archiveRef.extend({
  ownerKind: z.enum(accountKinds),
  ownerId: z.uuid(),
  /** Of the zip. */
  bytes: z.int().positive().nullable(),
});

type ArchiveContext = Readonly<z.infer<typeof archiveContext>>;

type ArchiveEvent =
  { type: 'leaving.archive-made'; bytes: number } | { type: 'leaving.take-archive' };

/** The life of one archive. It goes out of the store a day after it was made, or an hour after its download began. */
export const archiveMachine = setup({
  types: {
    context: {} as ArchiveContext,
    events: {} as ArchiveEvent,
    input: {} as Omit<ArchiveContext, 'bytes'>,
    emitted: {} as { type: 'leaving.archive-ready'; principal: AccountKind; accountId: string },
  },
  actions: {
    // The engine turns these into the jobs of their names.
    'leaving.make-archive': (_, _params: { archiveId: string }) => undefined,
    'leaving.remove-archive': (_, _params: { archiveId: string }) => undefined,
    noteBytes: assign((_, params: { bytes: number }) => ({ bytes: params.bytes })),
    tellReady: emit(({ context }) => ({
      type: 'leaving.archive-ready' as const,
      principal: context.ownerKind,
      accountId: context.ownerId,
    })),
  },
  delays: {
    'making-retry': makingRetry,
    'offered-for': offeredFor,
    'download-time': downloadTime,
  },
}).createMachine({
  id: 'leaving.archive',
  context: ({ input }) => ({
    archiveId: input?.archiveId ?? '',
    ownerKind: input?.ownerKind ?? 'patient',
    ownerId: input?.ownerId ?? '',
    bytes: null,
  }),
  initial: 'making',
  states: {
    making: {
      entry: {
        type: 'leaving.make-archive',
        params: ({ context }) => ({ archiveId: context.archiveId }),
      },
      on: {
        'leaving.archive-made': {
          target: 'ready',
          actions: { type: 'noteBytes', params: ({ event }) => ({ bytes: event.bytes }) },
        },
      },
      after: { 'making-retry': { target: 'making', reenter: true } },
    },
    ready: {
      entry: 'tellReady',
      on: { 'leaving.take-archive': 'taken' },
      after: { 'offered-for': 'gone' },
    },
    taken: { after: { 'download-time': 'gone' } },
    gone: {
      type: 'final',
      entry: {
        type: 'leaving.remove-archive',
        params: ({ context }) => ({ archiveId: context.archiveId }),
      },
    },
  },
});
