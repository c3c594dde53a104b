import type { TxCtx } from '#platform/context';
import { days } from '#platform/base/duration';
import { AppError } from '#platform/base/errors';
import { takePoint, type Rule } from '#platform/limits/rate-limit';
import type { Account } from '../account-owner';

const perAccount: Rule = { name: 'identity.email-links-per-account', limit: 10, window: days(1) };
const perMailbox: Rule = { name: 'identity.email-links-per-mailbox', limit: 5, window: days(1) };

/** Bounds what one account, or all of them together, can have sent to a mailbox. Throws `too_many_requests`. */
export async function takeLinkPoints(tx: TxCtx, account: Account, email: string): Promise<void> {
  for (const [rule, subject] of [
    [perAccount, account.id],
    [perMailbox, email.toLowerCase()],
  ] as const) {
    const { allowed, retryAfterSeconds } = await takePoint(tx, rule, subject);
    if (!allowed) throw new AppError('too_many_requests', { retryAfterSeconds });
  }
}
