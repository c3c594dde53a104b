import type { Ctx } from '#platform/context';
import { verifyCode } from '../codes/verify-code.server';
import type { AccountActor } from '../account-owner';
import type { ProofBrowser } from './send-code.server';
import { renewSession, type RenewedSession } from './renew-session.server';

/**
 * Proves anew, with a code, that the acting person holds their phone: sensitive acts are free for ten minutes.
 * Throws what `verifyCode` throws, and `unauthenticated` when the session ended meanwhile.
 */
export const stepUp = (
  ctx: Ctx<AccountActor>,
  { otpCode, sessionToken, known }: ProofBrowser & { otpCode: string },
): Promise<RenewedSession> =>
  verifyCode(
    ctx,
    {
      purpose: 'step-up',
      role: ctx.actor.kind,
      known,
      phoneNumber: ctx.actor.phone,
      otpCode,
      browserToken: sessionToken,
    },
    (tx) => renewSession({ ...tx, actor: ctx.actor }, 'code'),
  );
