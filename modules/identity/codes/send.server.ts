import { audit, withTransaction } from '#engine';
import type { ActorOf } from '#platform/base/actor';
import { days } from '#platform/base/duration';
import { AppError } from '#platform/base/errors';
import { newToken } from '#platform/base/ids';
import type { Ctx, TxCtx } from '#platform/context';
import { type Rule, consumeRateLimit } from '#platform/limits/rate-limit';
import { readSetting } from '#platform/settings/settings';
import { type AskingSide, knownBrowser } from './browsers.server';
import { AlertedRefusal, raiseAlert, takeSendPoints, tooManyCodes } from './budgets.server';
import {
  findChallenge,
  openChallenge,
  type Purpose,
  replaceChallenge,
  requireReachablePhone,
} from './challenges.server';
import {
  checkProof,
  newProofChallenge,
  ProofNeeded,
  type ShownWork,
  spendSendRisk,
} from './send-risk.server';
import { owedAccount } from '../accounts.server';
import { type Phone, readPhone } from '../phone';
import { codeBudgets, resendWait, triesPerChallenge } from '../rules';

export interface CodeRequest {
  role: 'patient' | 'clinic';
  phoneNumber: string;
  /** The challenge cookie that came along; null without one. */
  browserToken: string | null;
  /** The cookie by which a browser is known that signed in before. */
  known?: string | null;
  /** Work for the challenge of an earlier `proof_required`. */
  proof?: string;
  /** A place in the slow lane, for who cannot work. */
  ticket?: string;
}

/** What the browser must hold to use the code: the value of its challenge cookie. */
export interface SentCode {
  readonly browserToken: string;
}

interface Issue {
  readonly purpose: Purpose;
  /** As whom the number signs in. */
  readonly role: CodeRequest['role'];
  readonly phone: Phone;
  /** The `known` cookie. */
  readonly knownToken: string | null;
  /** The challenge cookie that the code belongs to, and whether the browser held it before. */
  readonly browserToken: string;
  readonly held: boolean;
  /** What the browser of somebody who is not signed in came with; null for who is, who never is a stranger. */
  readonly request: CodeRequest | null;
  /** Code of the failure within the cool-down. */
  readonly tooEarly: string;
  /** Runs once the budgets allow it; returns the wrong tries that the code inherits. */
  readonly prepare: (ctx: TxCtx) => Promise<number>;
}

/** The one place that makes a code: budgets, challenge, flow and job commit together or not at all. */
export async function issueCode(ctx: Ctx, issue: Issue): Promise<SentCode> {
  const { purpose, phone, tooEarly, prepare, browserToken } = issue;
  const work = await workOf(ctx, issue);
  try {
    return await withTransaction(ctx, async (tx) => {
      const budgets = await readSetting(tx, codeBudgets);
      const side = await sideOf(tx, issue);
      const fromKnownBrowser = side.kind === 'known' || issue.request === null;
      await takeSendPoints(tx, { budgets, phone, side, tooEarly });
      await spendSendRisk(tx, { phone, known: fromKnownBrowser, work });
      const attempts = await prepare(tx);
      await openChallenge(tx, { purpose, phone, browserToken, attempts, fromKnownBrowser });
      await audit(tx, { action: 'identity.code-requested', facts: { purpose } });
      return { browserToken };
    });
  } catch (error) {
    return refuse(ctx, error, work);
  }
}

async function sideOf(ctx: TxCtx, issue: Issue): Promise<AskingSide> {
  const { role, phone, knownToken: token, browserToken, held } = issue;
  const known = await knownBrowser(ctx, { role, phone: phone.number, token });
  return known ? { kind: 'known', known } : { kind: 'stranger', browserToken, held };
}

async function workOf(ctx: Ctx, { role, phone, request }: Issue): Promise<ShownWork> {
  const { browserToken, proof, ticket } = request ?? {};
  const asking = { role, phone: phone.number, browserToken: browserToken ?? '' };
  return {
    asking,
    proof: proof ? await checkProof(ctx, proof, asking) : null,
    ticket: ticket ?? null,
  };
}

/** Alerts and challenges are made here because the transaction that was refused is gone. */
async function refuse(ctx: Ctx, error: unknown, { asking }: ShownWork): Promise<never> {
  if (error instanceof AlertedRefusal || error instanceof ProofNeeded)
    await raiseAlert(ctx, error.alert);
  if (error instanceof ProofNeeded)
    throw new AppError(error.code, { data: { challenge: await newProofChallenge(ctx, asking) } });
  throw error;
}

/**
 * Sends a code. Never looks at whether the phone is known, so known and unknown ones cost and answer the
 * same. Throws `invalid_phone`, `unsupported_number`, `too_many_codes`, `unavailable`.
 */
export async function sendCode(ctx: Ctx, request: CodeRequest): Promise<SentCode> {
  const { role: purpose, browserToken } = request;
  const phone = await requireReachablePhone(ctx, request.phoneNumber);
  const earlier = await findChallenge(ctx, { purpose, browserToken });
  const held = earlier !== null && earlier.phone === phone.number && !earlier.consumed;
  return issueCode(ctx, {
    purpose,
    role: purpose,
    phone,
    knownToken: request.known ?? null,
    browserToken: held && browserToken ? browserToken : newToken(),
    held,
    request,
    tooEarly: 'too_many_codes',
    prepare: async (tx) => {
      const replaced = await findChallenge(tx, { purpose, browserToken });
      if (replaced) await replaceChallenge(tx, replaced.id);
      return 0;
    },
  });
}

/**
 * Replaces the code of this browser; wrong tries are carried over. A browser that holds no challenge for
 * this phone gets a first one, under the same budgets. Throws `resend_too_early`, `locked_code` and what
 * `sendCode` throws.
 */
export async function resendCode(ctx: Ctx, request: CodeRequest): Promise<SentCode> {
  const { role: purpose, browserToken } = request;
  const phone = await requireReachablePhone(ctx, request.phoneNumber);
  const earlier = await findChallenge(ctx, { purpose, browserToken });
  const held = earlier !== null && earlier.phone === phone.number && !earlier.consumed;
  if (held && earlier.locked) throw new AppError('locked_code');
  return issueCode(ctx, {
    purpose,
    role: purpose,
    phone,
    knownToken: request.known ?? null,
    browserToken: held && browserToken ? browserToken : newToken(),
    held,
    request,
    tooEarly: 'resend_too_early',
    prepare: async (tx) => {
      const burnt = earlier ? await replaceChallenge(tx, earlier.id) : 0;
      if (!held) return 0;
      if (burnt >= triesPerChallenge) throw new AppError('locked_code');
      return burnt;
    },
  });
}

const coolDown: Rule = { name: 'identity.proof-cool-down', limit: 1, window: resendWait };
/** Of an account, which has its number and its role. */
const perDay: Rule = { name: 'identity.proofs-per-phone-day', limit: 5, window: days(1) };

/**
 * Sends the second proof to the e-mail address of an account that was silent for long (security 17). Only a
 * session that owes it may ask. Throws `forbidden`, `resend_too_early`, `too_many_codes`, `locked_code`.
 */
export async function sendEmailProof(
  ctx: Ctx<ActorOf<'phone-verified'>>,
  { sessionToken }: { sessionToken: string },
): Promise<void> {
  await owedAccount(ctx);
  const reading = readPhone(ctx.actor.phone);
  if (!reading.ok) throw new AppError('forbidden');
  const { phone } = reading;
  const { role } = ctx.actor;
  const subject = `${role}:${phone.number}`;
  await withTransaction(ctx, async (tx) => {
    const early = await consumeRateLimit(tx, coolDown, subject);
    const { retryAfterSeconds: wait } = early;
    if (!early.allowed)
      throw new AppError('resend_too_early', {
        retryAfterSeconds: wait,
        values: { seconds: wait },
      });
    const taken = await consumeRateLimit(tx, perDay, subject);
    if (!taken.allowed) throw tooManyCodes(taken.retryAfterSeconds);
    const purpose = 'email-proof';
    const held = await findChallenge(tx, { purpose, browserToken: sessionToken });
    const attempts = held ? await replaceChallenge(tx, held.id) : 0;
    if (attempts >= triesPerChallenge) throw new AppError('locked_code');
    await openChallenge(tx, { purpose, phone, browserToken: sessionToken, attempts });
    await audit(tx, { action: 'identity.code-requested', facts: { purpose, principal: role } });
  });
}
