import { audit, withTransaction } from '#engine';
import type { Ctx, TxCtx } from '#platform/context';
import { AppError } from '#platform/base/errors';
import { readSetting } from '#platform/settings/settings';
import type { Phone } from '../phone';
import { codeBudgets } from '../settings';
import type { AskingSide } from './asking-side';
import { knownBrowser } from './known-browser.server';
import { openChallenge, type Purpose } from './open-challenge.server';
import { checkProof, newProofChallenge } from './proof-of-work.server';
import { AlertedRefusal, raiseAlert } from './sms-alert.server';
import { ProofNeeded, spendSendRisk, type ShownWork } from './spend-send-risk.server';
import { takeSendPoints } from './take-send-points.server';

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
