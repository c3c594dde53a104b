import { emit, setup } from 'xstate';
import { z } from 'zod';
import { type AccountKind, accountKinds, erasingRetry, farewellWindow, lastLook } from './values';

/** What its jobs are given. */
export const erasureRef = z.strictObject({ erasureId: z.uuid() });

export const erasureContext = erasureRef.extend({ kind: z.enum(accountKinds), personId: z.uuid() });

type ErasureContext = Readonly<z.infer<typeof erasureContext>>;

/**
 * The end of an account: everything of it goes a minute after it was closed, and once more four hours later,
 * which finds what was under way when it was closed. A step that came to nothing is repeated until it succeeds. While a
 * legal hold stands nothing goes; what is closed stays closed.
 */
export const erasureMachine = setup({
  types: {
    context: {} as ErasureContext,
    events: {} as { type: 'leaving.nothing-left' | 'leaving.held' | 'leaving.hold-lifted' },
    input: {} as ErasureContext,
    emitted: {} as { type: 'leaving.account-closed'; principal: AccountKind; accountId: string },
  },
  actions: {
    // The engine turns it into the job of this name.
    'leaving.erase': (_, _params: { erasureId: string }) => undefined,
    tellClosed: emit(({ context }) => ({
      type: 'leaving.account-closed' as const,
      principal: context.kind,
      accountId: context.personId,
    })),
  },
  delays: {
    'farewell-window': farewellWindow,
    'erasing-retry': erasingRetry,
    'last-look': lastLook,
  },
}).createMachine({
  id: 'leaving.erasure',
  context: ({ input }) => ({
    erasureId: input?.erasureId ?? '',
    kind: input?.kind ?? 'patient',
    personId: input?.personId ?? '',
  }),
  initial: 'closed',
  states: {
    closed: { entry: 'tellClosed', after: { 'farewell-window': 'erasing' } },
    erasing: {
      entry: { type: 'leaving.erase', params: ({ context: { erasureId } }) => ({ erasureId }) },
      on: { 'leaving.nothing-left': 'watching', 'leaving.held': 'held' },
      after: { 'erasing-retry': { target: 'erasing', reenter: true } },
    },
    held: { on: { 'leaving.hold-lifted': 'erasing' } },
    watching: { after: { 'last-look': 'looking-again' } },
    'looking-again': {
      entry: { type: 'leaving.erase', params: ({ context: { erasureId } }) => ({ erasureId }) },
      on: { 'leaving.nothing-left': 'erased' },
      after: { 'erasing-retry': { target: 'looking-again', reenter: true } },
    },
    erased: { type: 'final' },
  },
});
