import { and, eq, isNull, sql } from 'drizzle-orm';
import { audit, withTransaction } from '#engine';
import { sqlNow } from '#platform/time/clock';
import type { Ctx, TxCtx } from '#platform/context';
import { AppError } from '#platform/base/errors';
import { burnTry, type BurntTry, takeAddressTry } from './budgets.server';
import { codeFits, codesUsed, endChallenge, type Purpose } from './challenges.server';
import { knownBrowser } from './browsers.server';
import { readPhone } from '../phone';
import { triesPerChallenge } from '../rules';
import { otpChallenge } from '../tables.server';

export interface CodeAttempt {
  purpose: Purpose;
  /** As whom the number signs in; of a step-up only, where the purpose does not say. */
  role?: 'patient' | 'clinic';
  /** As typed. */
  phoneNumber: string;
  otpCode: string;
  browserToken: string | null;
  /** The cookie by which a browser is known that signed in before. */
  known?: string | null;
}

/**
 * The one function that checks a code, for every purpose and path. With the right one, `then` runs in the
 * transaction that consumes it: fifty right codes at once run it once. Throws `incomplete_code`,
 * `invalid_code`, `expired_code`, `locked_code`, `too_many_requests`.
 */
export async function verifyCode<T>(
  ctx: Ctx,
  attempt: CodeAttempt,
  then: (ctx: TxCtx, phone: string) => Promise<T>,
): Promise<T> {
  const { purpose, phoneNumber, otpCode, browserToken, known: token = null } = attempt;
  if (!/^\d{6}$/.test(otpCode)) throw new AppError('incomplete_code');
  const reading = readPhone(phoneNumber);
  if (!reading.ok || !browserToken) {
    await takeAddressTry(ctx);
    throw new AppError('invalid_code');
  }
  const { number: phone, country } = reading.phone;
  const known = await knownBrowser(ctx, { role: roleOf(attempt), phone, token });
  const burnt = await burnTry(ctx, { purpose, phone, browserToken, known });
  const binding = { id: burnt.id, purpose, phone };
  if (!codeFits(ctx.services.env, binding, otpCode, burnt.codeHmac)) return wrongCode(ctx, burnt);
  return withTransaction(ctx, async (tx) => {
    await consume(tx, burnt);
    if (purpose !== 'email-proof')
      tx.journal.committed.push(() => codesUsed(ctx.services).inc({ country }));
    return then(tx, phone);
  });
}

const roleOf = ({ purpose, role = 'patient' }: CodeAttempt): 'patient' | 'clinic' =>
  purpose === 'patient' || purpose === 'clinic' ? purpose : role;

async function wrongCode(ctx: Ctx, burnt: BurntTry): Promise<never> {
  await withTransaction(ctx, async (tx) => {
    if (burnt.attempts >= triesPerChallenge)
      await endChallenge(tx, burnt.id, 'identity.tries-exhausted');
    await audit(tx, {
      action: 'identity.code-refused',
      outcome: 'refused',
      object: { type: 'otp-challenge', id: burnt.id },
    });
  });
  throw new AppError(burnt.attempts < triesPerChallenge ? 'invalid_code' : 'locked_code');
}

/** Flow first, row second, as everywhere; either finding the code used ends here. */
async function consume(ctx: TxCtx, burnt: BurntTry): Promise<void> {
  const ended = await endChallenge(ctx, burnt.id, 'identity.code-matched');
  const consumed = await ctx.db
    .update(otpChallenge)
    .set({ consumedAt: sqlNow })
    .where(
      and(
        eq(otpChallenge.id, burnt.id),
        isNull(otpChallenge.consumedAt),
        isNull(otpChallenge.supersededAt),
        sql`${otpChallenge.expiresAt} > platform.now()`,
      ),
    )
    .returning({ id: otpChallenge.id });
  if (!ended || consumed.length !== 1) throw new AppError('invalid_code');
  await burnt.forgive(ctx);
}
