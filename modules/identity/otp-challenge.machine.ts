import { setup } from 'xstate';
import { z } from 'zod';
import { codeLife, resendWait } from './rules';

/** All that the machine holds, and all that its jobs are given. */
export const challengeContext = z.strictObject({ challengeId: z.uuid() });

type OtpChallengeContext = Readonly<z.infer<typeof challengeContext>>;

export type OtpChallengeEvent =
  | { type: 'identity.code-matched' }
  | { type: 'identity.code-replaced' }
  | { type: 'identity.tries-exhausted' };

/**
 * The life of one code. Tries are not events: they are counted and consumed by guarded updates of the
 * row (fifty at once must not become fifty transitions); the machine hears of the outcome only.
 */
export const otpChallengeMachine = setup({
  types: {
    context: {} as OtpChallengeContext,
    events: {} as OtpChallengeEvent,
    input: {} as { challengeId: string },
  },
  actions: {
    // The engine turns it into the job of this name.
    'identity.send-code': (_, _params: { challengeId: string }) => undefined,
  },
  delays: { 'resend-available': resendWait, expiry: codeLife },
}).createMachine({
  id: 'identity.otp-challenge',
  context: ({ input }) => ({ challengeId: input?.challengeId ?? '' }),
  initial: 'open',
  states: {
    open: {
      entry: {
        type: 'identity.send-code',
        params: ({ context }) => ({ challengeId: context.challengeId }),
      },
      initial: 'cooling',
      states: {
        cooling: { after: { 'resend-available': 'resendable' } },
        resendable: {},
      },
      on: {
        'identity.code-matched': 'verified',
        'identity.code-replaced': 'replaced',
        'identity.tries-exhausted': 'locked',
      },
      after: { expiry: 'expired' },
    },
    verified: { type: 'final' },
    replaced: { type: 'final' },
    locked: { type: 'final' },
    expired: { type: 'final' },
  },
});
