import type { Ctx } from '#platform/context';
import { findChallenge } from '../codes/challenges.server';
import type { AccountActor } from '../account-owner';
import { triesPerChallenge } from '../rules';
import { hasFreshFactor } from './fresh-factor.server';

/** Where the acting person stands with a fresh proof, for the page that asks for it. */
export interface StepUpState {
  /** Sensitive acts are open already. */
  readonly fresh: boolean;
  /** A code is under way. */
  readonly sent: boolean;
  /** Of the code that is under way. */
  readonly triesLeft: number;
  /** Until another code may be asked for; 0 when it may. */
  readonly resendInSeconds: number;
  /** Changes with every code; empty without one. */
  readonly challengeId: string;
}

/** Looks at the session and at the code that was sent for it. */
export async function stepUpState(
  ctx: Ctx<AccountActor>,
  { sessionToken }: { sessionToken: string },
): Promise<StepUpState> {
  const [fresh, held] = await Promise.all([
    hasFreshFactor(ctx),
    findChallenge(ctx, { purpose: 'step-up', browserToken: sessionToken }),
  ]);
  const open = held !== null && !held.consumed && !held.expired && !held.locked;
  return {
    fresh,
    sent: open,
    triesLeft: open ? Math.max(0, triesPerChallenge - held.attempts) : 0,
    resendInSeconds: open ? held.resendInSeconds : 0,
    challengeId: open ? held.id : '',
  };
}
