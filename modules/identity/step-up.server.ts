import { and, eq, sql } from 'drizzle-orm';
import { audit } from '#engine';
import type { ActorOf } from '#platform/base/actor';
import { AppError } from '#platform/base/errors';
import { newToken, sha256 } from '#platform/base/ids';
import type { Ctx, TxCtx } from '#platform/context';
import { sqlNow } from '#platform/time/clock';
import type { AccountActor } from './accounts.server';
import { findChallenge, replaceChallenge, requireReachablePhone } from './codes/challenges.server';
import { issueCode } from './codes/send.server';
import { verifyCode } from './codes/budgets.server';
import { freshFactorMinutes, triesPerChallenge } from './rules';
import { isLive, isLiveStaffSession } from './sessions.server';
import { session } from './tables.server';
import { staffSession } from './tables/staff.server';

type Signed = AccountActor | ActorOf<'staff'>;

const sinceFresh = sql`platform.now() - make_interval(mins => ${freshFactorMinutes})`;

/**
 * Whether the acting session has shown a code or a passkey within the last ten minutes; signing in shows one.
 * Throws `unauthenticated` when it ended meanwhile.
 */
export async function hasFreshFactor(ctx: Ctx<Signed>): Promise<boolean> {
  const [row] =
    ctx.actor.kind === 'staff'
      ? await ctx.db
          .select({ fresh: sql<boolean>`${staffSession.provedAt} > ${sinceFresh}` })
          .from(staffSession)
          .where(and(eq(staffSession.id, ctx.actor.sessionId), isLiveStaffSession))
      : await ctx.db
          .select({ fresh: sql<boolean>`coalesce(${session.provedAt} > ${sinceFresh}, false)` })
          .from(session)
          .where(and(eq(session.id, ctx.actor.sessionId), isLive));
  if (!row) throw new AppError('unauthenticated');
  return row.fresh;
}

/**
 * For sensitive acts of everybody (security 29). Throws `step_up` without a fresh proof, `unauthenticated` when
 * the session ended meanwhile. Our own processes have no session.
 */
export async function requireFreshFactor(ctx: Ctx<Signed | ActorOf<'system'>>): Promise<void> {
  const { actor } = ctx;
  if (actor.kind === 'system') return;
  if (!(await hasFreshFactor({ ...ctx, actor }))) throw new AppError('step_up');
}

/** The session under its new token; the cookie keeps the age it had. */
export interface RenewedSession {
  readonly token: string;
  /** Undefined on a shared device: the cookie ends with the browser. */
  readonly maxAgeSeconds: number | undefined;
}

/** Marks the acting session as freshly proved under a new token; the old one is dead. Throws `unauthenticated`. */
export async function renewSession(
  tx: TxCtx<AccountActor>,
  by: 'code' | 'passkey',
): Promise<RenewedSession> {
  const token = newToken();
  const { sessionId: id, kind: principal } = tx.actor;
  const [row] = await tx.db
    .update(session)
    .set({ tokenHash: sha256(token), provedAt: sqlNow, lastSeenAt: sqlNow })
    .where(and(eq(session.id, id), eq(session.principal, principal), isLive))
    .returning();
  if (!row?.provedAt) throw new AppError('unauthenticated');
  await audit(tx, { action: 'identity.step-up', object: { type: 'session', id }, details: { by } });
  const left = Math.floor((row.expiresAt.getTime() - row.provedAt.getTime()) / 1_000);
  return { token, maxAgeSeconds: row.sharedDevice ? undefined : left };
}

/** What a fresh proof is bound to: the acting session, and the browser where it is known. */
interface ProofBrowser {
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
