import { and, eq, gt, ne, sql } from 'drizzle-orm';
import type { Ctx, TxCtx } from '#platform/context';
import { hours, inSeconds } from '#platform/duration';
import type { z } from 'zod';
import type { codeBudgets } from '../settings';
import { otpChallenge } from '../tables.server';
import { AlertedRefusal, raiseAlert } from './sms-alert.server';

const anHour = inSeconds(hours(1));

type Budget = z.infer<typeof codeBudgets.schema>['dialCode'];

interface Traffic {
  readonly sentDay: number;
  readonly verifiedDay: number;
  readonly sentHour: number;
  readonly verifiedHour: number;
}

/** Sent and used codes of one dial code: what pumping and real people differ in. */
async function trafficOf(ctx: Ctx, dialCode: string): Promise<Traffic> {
  const within = sql`${otpChallenge.createdAt} > platform.now() - interval '1 hour'`;
  const used = sql`${otpChallenge.consumedAt} is not null`;
  const [row] = await ctx.db
    .select({
      sentDay: sql<number>`count(*)::int`,
      verifiedDay: sql<number>`(count(*) filter (where ${used}))::int`,
      sentHour: sql<number>`(count(*) filter (where ${within}))::int`,
      verifiedHour: sql<number>`(count(*) filter (where ${used} and ${within}))::int`,
    })
    .from(otpChallenge)
    .where(
      and(
        eq(otpChallenge.dialCode, dialCode),
        ne(otpChallenge.purpose, 'email-proof'),
        gt(otpChallenge.createdAt, sql`platform.now() - interval '1 day'`),
      ),
    );
  return row!;
}

const allowance = (share: Budget['unverifiedPerDay'], verified: number): number =>
  Math.max(share.atLeast, share.ofVerified * verified);

/**
 * Refuses when too many codes to this dial code were not used. Exact because every sending transaction
 * holds the row of the site's cap by now, so they pass here one after the other.
 */
export async function spendDialCodeBudget(
  ctx: TxCtx,
  { dialCode, budget }: { dialCode: string; budget: Budget },
): Promise<void> {
  const { sentDay, verifiedDay, sentHour, verifiedHour } = await trafficOf(ctx, dialCode);
  const kind = 'dial-code-budget';
  if (sentDay - verifiedDay >= allowance(budget.unverifiedPerDay, verifiedDay))
    throw new AlertedRefusal({ kind, dialCode, sent: sentDay, verified: verifiedDay }, anHour);
  if (sentHour - verifiedHour >= allowance(budget.unverifiedPerHour, verifiedHour))
    throw new AlertedRefusal({ kind, dialCode, sent: sentHour, verified: verifiedHour }, anHour);
  if (sentHour >= 20 && verifiedHour / sentHour < 0.5)
    await raiseAlert(ctx, {
      kind: 'low-conversion',
      dialCode,
      sent: sentHour,
      verified: verifiedHour,
    });
}
