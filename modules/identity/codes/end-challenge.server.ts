import type { TxCtx } from '#platform/context';
import { sendIfAccepted } from '#engine';
import { otpChallengeFlow } from '../otp-challenge.flow.server';
import type { OtpChallengeEvent } from '../otp-challenge.machine';

/**
 * Tells the flow how a challenge ended. False when it had ended already, for example because its time ran
 * out in the same moment. Comes before any write to the challenge's row: flow first, row second is the
 * order of the timers too, so nobody waits in a circle.
 */
export async function endChallenge(
  ctx: TxCtx,
  id: string,
  type: OtpChallengeEvent['type'],
): Promise<boolean> {
  return (await sendIfAccepted(ctx, otpChallengeFlow, { id, event: { type } })) !== null;
}
