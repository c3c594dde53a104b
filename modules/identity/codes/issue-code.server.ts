import { audit } from '#platform/audit';
import { transaction, type Ctx, type TxCtx } from '#platform/context';
import { readSetting } from '#platform/settings';
import type { Phone } from '../phone';
import { codeBudgets } from '../settings';
import { spendDialCodeBudget } from './dial-code-budget.server';
import { openChallenge, type Purpose } from './open-challenge.server';
import { AlertedRefusal, raiseAlert } from './sms-alert.server';
import { takeSendPoints } from './take-send-points.server';

export interface CodeRequest {
  role: 'patient' | 'clinic';
  phoneNumber: string;
  /** The challenge cookie that came along; null without one. */
  browserToken: string | null;
}

/** What the browser must hold to use the code: the value of its challenge cookie. */
export interface SentCode {
  readonly browserToken: string;
}

interface Issue {
  readonly purpose: Purpose;
  readonly phone: Phone;
  /** Code of the failure within the cool-down. */
  readonly tooEarly: string;
  /** Runs once the budgets allow it; says which browser the code is for and what it inherits. */
  readonly prepare: (ctx: TxCtx) => Promise<{ browserToken: string; attempts: number }>;
}

/** The one place that makes a code: budgets, challenge, flow and job commit together or not at all. */
export async function issueCode(ctx: Ctx, issue: Issue): Promise<SentCode> {
  const { purpose, phone, tooEarly, prepare } = issue;
  try {
    return await transaction(ctx, async (tx) => {
      const budgets = await readSetting(tx, codeBudgets);
      await takeSendPoints(tx, { budgets, phone, tooEarly });
      await spendDialCodeBudget(tx, { dialCode: phone.dialCode, budget: budgets.dialCode });
      const { browserToken, attempts } = await prepare(tx);
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
