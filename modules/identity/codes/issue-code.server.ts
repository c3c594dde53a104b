import { audit } from '#platform/audit';
import { transaction, type Ctx, type TxCtx } from '#platform/context';
import { readSetting } from '#platform/settings';
import type { Phone } from '../phone';
import { codeBudgets } from '../settings';
import type { AskingSide } from './asking-side';
import { spendDialCodeBudget } from './dial-code-budget.server';
import { knownBrowser } from './known-browser.server';
import { openChallenge, type Purpose } from './open-challenge.server';
import { AlertedRefusal, raiseAlert } from './sms-alert.server';
import { takeSendPoints } from './take-send-points.server';

export interface CodeRequest {
  role: 'patient' | 'clinic';
  phoneNumber: string;
  /** The challenge cookie that came along; null without one. */
  browserToken: string | null;
  /** The cookie by which a browser is known that signed in before. */
  known?: string | null;
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
  /** Code of the failure within the cool-down. */
  readonly tooEarly: string;
  /** Runs once the budgets allow it; returns the wrong tries that the code inherits. */
  readonly prepare: (ctx: TxCtx) => Promise<number>;
}

/** The one place that makes a code: budgets, challenge, flow and job commit together or not at all. */
export async function issueCode(ctx: Ctx, issue: Issue): Promise<SentCode> {
  const { purpose, phone, tooEarly, prepare, browserToken } = issue;
  try {
    return await transaction(ctx, async (tx) => {
      const budgets = await readSetting(tx, codeBudgets);
      const side = await sideOf(tx, issue);
      await takeSendPoints(tx, { budgets, phone, side, tooEarly });
      if (side.kind === 'stranger')
        await spendDialCodeBudget(tx, { dialCode: phone.dialCode, budget: budgets.dialCode });
      const attempts = await prepare(tx);
      await openChallenge(tx, { purpose, phone, browserToken, attempts });
      await audit(tx, { action: 'identity.code-requested', facts: { purpose } });
      return { browserToken };
    });
  } catch (error) {
    // Written out here because the transaction that was refused is gone.
    if (error instanceof AlertedRefusal) await raiseAlert(ctx, error.alert);
    throw error;
  }
}

async function sideOf(ctx: TxCtx, issue: Issue): Promise<AskingSide> {
  const { role, phone, knownToken: token, browserToken, held } = issue;
  const known = await knownBrowser(ctx, { role, phone: phone.number, token });
  return known ? { kind: 'known', known } : { kind: 'stranger', browserToken, held };
}
