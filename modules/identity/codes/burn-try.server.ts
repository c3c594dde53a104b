import { withTransaction } from '#engine';
import { and, eq, gt, isNull, lt, sql } from 'drizzle-orm';
import type { Ctx } from '#platform/context';
import { minutes } from '#platform/base/duration';
import { AppError } from '#platform/base/errors';
import { newId, sha256 } from '#platform/base/ids';
import {
  addressBlock,
  returnAllPoints,
  returnPoint,
  takePoint,
  type Rule,
} from '#platform/limits/rate-limit';
import { readSetting } from '#platform/settings/settings';
import { codeBudgets, triesPerChallenge } from '../settings';
import { otpChallenge } from '../tables.server';
import { findChallenge } from './find-challenge.server';
import type { KnownBrowser } from './known-browser.server';
import type { Purpose } from './open-challenge.server';
import { triesInARow, triesPerDay } from './try-rules';

export interface Try {
  readonly purpose: Purpose;
  /** E.164. */
  readonly phone: string;
  readonly browserToken: string;
  /** Set where this number has signed in before: its tries are counted apart from everybody else's. */
  readonly known: KnownBrowser | null;
}

export interface BurntTry {
  readonly id: string;
  readonly codeHmac: Buffer;
  readonly attempts: number;
  /** Gives back the points that count wrong tries only. */
  readonly forgive: (ctx: Ctx) => Promise<void>;
}

const perAddress = 'identity.wrong-tries-per-address';

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

/** Gives a try back: only wrong ones count. */
export const forgiveAddressTry = (ctx: Ctx, member: string): Promise<void> =>
  returnPoint(ctx, { name: perAddress }, addressBlock(ctx.ip), member);

/**
 * Burns one try, committed before anything is compared: however many arrive at once, no more than five
 * of a challenge and fifty of a phone and day are ever looked at (security 3), beside ten from each
 * browser that is known. Throws `invalid_code`, `expired_code` or `locked_code`. Another browser's cookie
 * burns nothing.
 */
export async function burnTry(ctx: Ctx, attempt: Try): Promise<BurntTry> {
  const { phone, known } = attempt;
  // What others try from the same address is no reason to keep a known browser out.
  const addressPoint = known ? null : await takeAddressTry(ctx);
  const { phone: budget } = await readSetting(ctx, codeBudgets);
  const perDay = triesPerDay(budget, phone, known);
  const inARow = triesInARow(budget, phone, known);
  const point = newId();
  const row = await withTransaction(ctx, async (tx) => {
    const burnt = await burnOf(tx, attempt);
    if (!burnt) return null;
    for (const { rule, subject } of [perDay, inARow]) {
      const taken = await takePoint(tx, rule, subject, point);
      if (!taken.allowed) throw new AppError('locked_code');
    }
    return burnt;
  });
  if (!row) throw await refusalOf(ctx, attempt);
  const forgive = async (tx: Ctx) => {
    if (addressPoint) await forgiveAddressTry(tx, addressPoint);
    await returnPoint(tx, perDay.rule, perDay.subject, point);
    // A right code ends the row of wrong ones, whoever typed those.
    await returnAllPoints(tx, inARow.rule, phone);
    if (known) await returnAllPoints(tx, inARow.rule, inARow.subject);
  };
  return { id: row.id, codeHmac: row.codeHmac, attempts: row.attempts, forgive };
}

/** One guarded update, so that concurrent tries are counted (security 3); undefined when there was nothing to burn. */
async function burnOf(ctx: Ctx, { purpose, phone, browserToken }: Try) {
  const [burnt] = await ctx.db
    .update(otpChallenge)
    .set({ attempts: sql`${otpChallenge.attempts} + 1` })
    .where(
      and(
        eq(otpChallenge.browserHash, sha256(browserToken)),
        eq(otpChallenge.purpose, purpose),
        eq(otpChallenge.phone, phone),
        isNull(otpChallenge.consumedAt),
        isNull(otpChallenge.supersededAt),
        lt(otpChallenge.attempts, triesPerChallenge),
        gt(otpChallenge.expiresAt, sql`platform.now()`),
      ),
    )
    .returning();
  return burnt;
}

/** Why there was nothing to burn; used, replaced, unknown and another browser's read alike. */
async function refusalOf(ctx: Ctx, { purpose, phone, browserToken }: Try): Promise<AppError> {
  const held = await findChallenge(ctx, { purpose, browserToken });
  if (!held || held.phone !== phone || held.consumed) return new AppError('invalid_code');
  return new AppError(held.locked ? 'locked_code' : 'expired_code');
}
