import { eq } from 'drizzle-orm';
import { audit } from '#engine';
import type { Ctx } from '#platform/context';
import { days, minutes } from '#platform/base/duration';
import { AppError } from '#platform/base/errors';
import { addressBlock, returnPoint, takePoint, type Rule } from '#platform/limits/rate-limit';
import { readSetting } from '#platform/settings/settings';
import { staffAccount } from '../tables.server';
import { staffTryBudgets } from './settings';

interface Point {
  readonly rule: Rule;
  readonly subject: string;
}

/** Gives the points back: only wrong tries count. */
export type Forgive = () => Promise<void>;

/**
 * Counts a try before anything is compared, against the address and, where there is one, the account by its
 * e-mail, known or not. Throws `too_many_requests`, and fails when the store is away: nothing is compared then.
 */
export async function takeStaffTry(ctx: Ctx, email: string | null): Promise<Forgive> {
  const { account, address } = await readSetting(ctx, staffTryBudgets);
  const rule = (name: string, limit: number, window: Rule['window']): Rule => ({
    name: `identity.staff-tries-per-${name}`,
    limit,
    window,
  });
  const points: Point[] = [
    {
      rule: rule('address', address.per15Minutes, minutes(15)),
      subject: addressBlock(ctx.ip),
    },
  ];
  if (email !== null)
    points.push(
      { rule: rule('account', account.per15Minutes, minutes(15)), subject: email },
      { rule: rule('account-and-day', account.perDay, days(1)), subject: email },
    );
  const taken: Array<Point & { member: string }> = [];
  for (const point of points) {
    const { allowed, retryAfterSeconds, member } = await takePoint(ctx, point.rule, point.subject);
    if (!allowed) {
      await noteLock(ctx, point, email);
      throw new AppError('too_many_requests', { retryAfterSeconds });
    }
    taken.push({ ...point, member });
  }
  return async () => {
    for (const { rule: each, subject, member } of taken)
      await returnPoint(ctx, each, subject, member);
  };
}

/** One audit row per lock and quarter of an hour, however many tries meet it. */
async function noteLock(ctx: Ctx, { rule, subject }: Point, email: string | null): Promise<void> {
  const once: Rule = { name: `${rule.name}-noted`, limit: 1, window: minutes(15) };
  if (!(await takePoint(ctx, once, subject)).allowed) return;
  const [account] = await ctx.db
    .select({ id: staffAccount.id })
    .from(staffAccount)
    .where(eq(staffAccount.email, email ?? ''));
  await audit(ctx, {
    action: 'identity.staff-locked',
    outcome: 'refused',
    ...(account ? { object: { type: 'staff', id: account.id } } : {}),
    facts: { rule: rule.name },
  });
}
