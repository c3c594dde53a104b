import { sql } from 'drizzle-orm';
import { sqlNow } from '#platform/time/clock';
import type { TxCtx } from '#platform/context';
import { inSeconds } from '#platform/base/duration';
import { startMachine } from '#engine';
import { newId, sha256 } from '#platform/base/ids';
import { otpChallengeFlow } from '../otp-challenge.flow.server';
import type { Phone } from '../phone';
import { codeLife, resendWait } from '../settings';
import { otpChallenge } from '../tables.server';
import { hashCode, newCode, sealCode } from './code-secrets';
import { codesRequested } from './figures.server';

export type Purpose = (typeof otpChallenge.$inferSelect)['purpose'];

interface NewChallenge {
  readonly purpose: Purpose;
  readonly phone: Phone;
  readonly browserToken: string;
  readonly attempts: number;
  /** Asked for by a browser that signed the number in before. */
  readonly fromKnownBrowser?: boolean;
}

/** Makes a code for one browser and starts its life; the job that sends it exists when this commits. */
export async function openChallenge(ctx: TxCtx, challenge: NewChallenge): Promise<void> {
  const { purpose, phone, browserToken, attempts, fromKnownBrowser = false } = challenge;
  const { env } = ctx.services;
  const id = newId();
  const code = newCode();
  const inFuture = (seconds: number) => sql`platform.now() + make_interval(secs => ${seconds})`;
  await ctx.db.insert(otpChallenge).values({
    id,
    purpose,
    phone: phone.number,
    country: phone.country,
    dialCode: phone.dialCode,
    locale: ctx.locale,
    browserHash: sha256(browserToken),
    fromKnownBrowser,
    codeHmac: hashCode(env, { id, purpose, phone: phone.number }, code),
    codeCipher: sealCode(env, id, code),
    attempts,
    status: 'cooling',
    createdAt: sqlNow,
    expiresAt: inFuture(inSeconds(codeLife)),
    resendAt: inFuture(inSeconds(resendWait)),
  });
  await startMachine(ctx, otpChallengeFlow, { id, input: { challengeId: id } });
  if (purpose !== 'email-proof')
    ctx.journal.committed.push(() => codesRequested(ctx.services).inc({ country: phone.country }));
}
