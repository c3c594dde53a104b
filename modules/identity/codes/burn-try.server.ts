import { and, eq, gt, isNull, lt, sql } from 'drizzle-orm';
import { transaction, type Ctx } from '#platform/context';
import { days, minutes } from '#platform/duration';
import { AppError } from '#platform/errors';
import { newId, sha256 } from '#platform/ids';
import { addressBlock, returnPoint, takePoint, type Rule } from '#platform/rate-limit';
import { readSetting } from '#platform/settings';
import { codeBudgets, triesPerChallenge } from '../settings';
import { otpChallenge } from '../tables.server';
import { findChallenge } from './find-challenge.server';
import type { Purpose } from './open-challenge.server';

export interface Try {
  readonly purpose: Purpose;
  /** E.164. */
  readonly phone: string;
  readonly browserToken: string;
}

export interface BurntTry {
  readonly id: string;
  readonly codeHmac: Buffer;
  readonly attempts: number;
  /** Gives back the points that count wrong tries only. */
  readonly forgive: (ctx: Ctx) => Promise<void>;
}

const perAddress = 'identity.wrong-tries-per-address';
const perPhone = 'identity.wrong-tries-per-phone';

/** Counts a try against the address it came from; throws `too_many_requests`. */
export async function takeAddressTry(ctx: Ctx): Promise<string> {
  const { address } = await readSetting(ctx, codeBudgets);
  const rule: Rule = {
    name: perAddress,
    limit: address.wrongTriesPer5Minutes,
    window: minutes(5),
  };
  const taken = await takePoint(ctx, rule, addressBlock(ctx.ip));
  if (taken.allowed) return taken.member;
  throw new AppError('too_many_requests', { retryAfterSeconds: taken.retryAfterSeconds });
}

/**
 * Burns one try, committed before anything is compared: however many arrive at once, no more than five
 * of a challenge and fifty of a phone and day are ever looked at (security 0.3). Throws `invalid_code`,
 * `expired_code` or `locked_code`. Another browser's cookie burns nothing.
 */
export async function burnTry(ctx: Ctx, attempt: Try): Promise<BurntTry> {
  const addressPoint = await takeAddressTry(ctx);
  const { phone: budget } = await readSetting(ctx, codeBudgets);
  const phonePoint = newId();
  const rule: Rule = { name: perPhone, limit: budget.wrongTriesPerDay, window: days(1) };
  const row = await transaction(ctx, async (tx) => {
    const [burnt] = await tx.db
      .update(otpChallenge)
      .set({ attempts: sql`${otpChallenge.attempts} + 1` })
      .where(
        and(
          eq(otpChallenge.browserHash, sha256(attempt.browserToken)),
          eq(otpChallenge.purpose, attempt.purpose),
          eq(otpChallenge.phone, attempt.phone),
          isNull(otpChallenge.consumedAt),
          isNull(otpChallenge.supersededAt),
          lt(otpChallenge.attempts, triesPerChallenge),
          gt(otpChallenge.expiresAt, sql`platform.now()`),
        ),
      )
      .returning();
    if (!burnt) return null;
    const taken = await takePoint(tx, rule, attempt.phone, phonePoint);
    if (!taken.allowed) throw new AppError('locked_code');
    return burnt;
  });
  if (!row) throw await refusalOf(ctx, attempt);
  const forgive = async (tx: Ctx) => {
    await returnPoint(tx, { name: perAddress }, addressBlock(ctx.ip), addressPoint);
    await returnPoint(tx, rule, attempt.phone, phonePoint);
  };
  return { id: row.id, codeHmac: row.codeHmac, attempts: row.attempts, forgive };
}

/** Why there was nothing to burn; used, replaced, unknown and another browser's read alike. */
async function refusalOf(ctx: Ctx, { purpose, phone, browserToken }: Try): Promise<AppError> {
  const held = await findChallenge(ctx, { purpose, browserToken });
  if (!held || held.phone !== phone || held.consumed) return new AppError('invalid_code');
  return new AppError(held.locked ? 'locked_code' : 'expired_code');
}
