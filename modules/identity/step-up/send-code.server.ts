import type { Ctx } from '#platform/context';
import { findChallenge, replaceChallenge, requireReachablePhone } from '../codes/challenges.server';
import { issueCode } from '../codes/send.server';
import type { AccountActor } from '../account-owner';

/** What a fresh proof is bound to: the acting session, and the browser where it is known. */
export interface ProofBrowser {
  readonly sessionToken: string;
  /** The cookie by which a browser is known that signed in before. */
  readonly known: string | null;
}

/**
 * Sends a code to the acting person's own number, good for a fresh proof in this very session and for nothing
 * else. Under the budgets of every other code, where the session stands for itself. Throws `resend_too_early`
 * and what `sendCode` throws.
 */
export async function sendStepUpCode(
  ctx: Ctx<AccountActor>,
  { sessionToken: browserToken, known: knownToken }: ProofBrowser,
): Promise<void> {
  const purpose = 'step-up';
  const phone = await requireReachablePhone(ctx, ctx.actor.phone);
  await issueCode(ctx, {
    purpose,
    role: ctx.actor.kind,
    phone,
    knownToken,
    browserToken,
    held: true,
    request: null,
    tooEarly: 'resend_too_early',
    prepare: async (tx) => {
      const earlier = await findChallenge(tx, { purpose, browserToken });
      if (earlier) await replaceChallenge(tx, earlier.id);
      return 0;
    },
  });
}
