import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Ctx } from '#platform/context';
import { sha256 } from '#platform/base/ids';
import { triesPerChallenge } from '../settings';
import { otpChallenge } from '../tables.server';
import type { Purpose } from './open-challenge.server';

export interface ChallengeRow {
  readonly id: string;
  readonly phone: string;
  readonly attempts: number;
  readonly consumed: boolean;
  readonly expired: boolean;
  readonly locked: boolean;
  /** Seconds until the code may be replaced; 0 when it may. */
  readonly resendInSeconds: number;
}

/** The challenge that one browser holds for one purpose; what is past or locked is judged by the database's clock. */
export async function findChallenge(
  ctx: Ctx,
  { purpose, browserToken }: { purpose: Purpose; browserToken: string | null },
): Promise<ChallengeRow | null> {
  if (!browserToken) return null;
  const [row] = await ctx.db
    .select({
      id: otpChallenge.id,
      phone: otpChallenge.phone,
      attempts: otpChallenge.attempts,
      consumed: sql<boolean>`${otpChallenge.consumedAt} is not null`,
      expired: sql<boolean>`${otpChallenge.expiresAt} <= platform.now()`,
      locked: sql<boolean>`${otpChallenge.attempts} >= ${triesPerChallenge} and ${otpChallenge.consumedAt} is null`,
      resendInSeconds: sql<number>`greatest(0, ceil(extract(epoch from ${otpChallenge.resendAt} - platform.now())))::int`,
    })
    .from(otpChallenge)
    .where(
      and(
        eq(otpChallenge.browserHash, sha256(browserToken)),
        eq(otpChallenge.purpose, purpose),
        isNull(otpChallenge.supersededAt),
      ),
    );
  return row ?? null;
}
