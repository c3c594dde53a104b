import { eq } from 'drizzle-orm';
import { actAs, type Ctx } from '#platform/context';
import { agreesToTerms } from '../commands/record-consent.server';
import { type ChallengeRow, findChallenge } from '../codes/challenges.server';
import { triesPerChallenge } from '../rules';
import { session } from '../tables.server';

/** Whether the code of a challenge may be typed: not after five wrong ones, and not after five minutes. */
type CodeState = 'open' | 'locked' | 'expired';

const standingOf = (challenge: ChallengeRow): { state: CodeState; triesLeft: number } => ({
  state: challenge.locked ? 'locked' : challenge.expired ? 'expired' : 'open',
  triesLeft: Math.max(0, triesPerChallenge - challenge.attempts),
});

/** Where somebody is on the way in; held by the server, so that it outlives a reload and needs no script. */
export type SignInStep =
  | {
      step: 'phone';
      /** E.164 of the code that is open, for somebody who went one step back from it. */
      again?: string;
    }
  | {
      step: 'code';
      /** E.164. */
      phone: string;
      /** Until another code may be asked for; 0 when it may. */
      resendInSeconds: number;
      /** Changes with every code, so that a page can tell a new one. */
      challengeId: string;
      state: CodeState;
      /** Wrong codes that may still be typed. */
      triesLeft: number;
    }
  | {
      step: 'proof';
      sent: boolean;
      resendInSeconds: number;
      challengeId: string;
      state: CodeState;
      triesLeft: number;
    }
  | { step: 'profile'; phone: string }
  /** The terms or the privacy policy have changed since this patient agreed to them. */
  | { step: 'terms' }
  | { step: 'done' };

interface Held {
  readonly role: 'patient' | 'clinic';
  readonly browserToken: string | null;
  readonly sessionToken: string | null;
}

/** The step of the browser that asks, from its session and its challenge cookie. */
export async function signInStep(ctx: Ctx, held: Held): Promise<SignInStep> {
  const { actor } = ctx;
  if (actor.kind === held.role) {
    const agreed = actor.kind === 'clinic' || (await agreesToTerms(actAs(ctx, actor)));
    return { step: agreed ? 'done' : 'terms' };
  }
  if (actor.kind === 'phone-verified' && actor.role === held.role)
    return verifiedStep(ctx, actor, held.sessionToken);
  const challenge = await findChallenge(ctx, {
    purpose: held.role,
    browserToken: held.browserToken,
  });
  if (!challenge || challenge.consumed) return { step: 'phone' };
  const { phone, resendInSeconds, id: challengeId } = challenge;
  return { step: 'code', phone, resendInSeconds, challengeId, ...standingOf(challenge) };
}

async function verifiedStep(
  ctx: Ctx,
  { sessionId, phone }: { sessionId: string; phone: string },
  sessionToken: string | null,
): Promise<SignInStep> {
  const [row] = await ctx.db
    .select({ phase: session.phase })
    .from(session)
    .where(eq(session.id, sessionId));
  if (row?.phase !== 'email-proof') return { step: 'profile', phone };
  const proof = await findChallenge(ctx, { purpose: 'email-proof', browserToken: sessionToken });
  return {
    step: 'proof',
    sent: proof !== null && !proof.consumed,
    resendInSeconds: proof?.resendInSeconds ?? 0,
    challengeId: proof?.id ?? '',
    ...(proof ? standingOf(proof) : { state: 'open', triesLeft: triesPerChallenge }),
  };
}
