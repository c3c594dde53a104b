import { eq } from 'drizzle-orm';
import type { StateValue } from 'xstate';
import { defineMachine } from '#engine';
import { days } from '#platform/base/duration';
import { challengeContext, otpChallengeMachine } from './otp-challenge.machine';
import { otpChallenge } from './tables.server';

type Status = (typeof otpChallenge.$inferSelect)['status'];

/** The flow state as the row's status word. */
export const statusOf = (value: StateValue): Status =>
  (typeof value === 'string' ? value : Object.values(value)[0]) as Status;

/** Life of a one-time code; its id is the challenge's. */
export const otpChallengeFlow = defineMachine({
  name: 'identity.otp-challenge',
  version: 1,
  machine: otpChallengeMachine,
  context: challengeContext,
  events: {},
  effects: { 'identity.send-code': challengeContext },
  keepEnded: days(2),
  project: async (ctx, { id, value }) => {
    const status = statusOf(value);
    const over = status !== 'cooling' && status !== 'resendable';
    await ctx.db
      .update(otpChallenge)
      .set({ status, ...(over ? { codeCipher: null } : {}) })
      .where(eq(otpChallenge.id, id));
  },
});
