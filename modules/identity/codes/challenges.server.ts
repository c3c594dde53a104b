import { createHmac, randomInt, timingSafeEqual } from 'node:crypto';
import { and, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm';
import { z } from 'zod';
import { defineJob, type Job, type JobHandler, sendIfAccepted, startMachine } from '#engine';
import { spokenIn } from '#languages/words.server.ts';
import { inSeconds, minutes, seconds } from '#platform/base/duration';
import { AppError } from '#platform/base/errors';
import { newId, sha256 } from '#platform/base/ids';
import type { Locale } from '#platform/base/locale';
import type { Env } from '#platform/config/env';
import type { Ctx, TxCtx } from '#platform/context';
import { defineCounter } from '#platform/metrics/metrics';
import { readSetting } from '#platform/settings/settings';
import { sqlNow } from '#platform/time/clock';
import type { Account } from '../accounts.server';
import { seal, unseal } from '#platform/config/sealed';
import type { OtpChallengeEvent } from '../otp-challenge.machine';
import { type Phone, readPhone } from '../phone';
import { otpChallengeFlow } from '../projection.server';
import { codeLife, resendWait, smsPolicy, triesPerChallenge } from '../rules';
import { otpChallenge, session } from '../tables.server';
import { codeLength } from '../values';

/** What a code is bound to: a hash made for one challenge fits no other. */
interface CodeBinding {
  readonly id: string;
  readonly purpose: string;
  readonly phone: string;
}

/** Uniform over all six-digit strings, leading zeros included. */
export const newCode = (): string => String(randomInt(10 ** codeLength)).padStart(codeLength, '0');

const hmac = (key: string, { id, purpose, phone }: CodeBinding, code: string): Buffer =>
  createHmac('sha256', key).update([id, purpose, phone, code].join('\n')).digest();

export const hashCode = (env: Env, binding: CodeBinding, code: string): Buffer =>
  hmac(env.OTP_HMAC_KEYS[0]!, binding, code);

/** Compares in constant time, under every key that may have been the newest when the code was made. */
export const codeFits = (env: Env, binding: CodeBinding, code: string, stored: Buffer): boolean =>
  env.OTP_HMAC_KEYS.some((key) => timingSafeEqual(hmac(key, binding, code), stored));

/** What waits to be sent; the challenge's id is authenticated with it. */
export const sealCode = (env: Env, challengeId: string, code: string): Buffer =>
  seal(env.OTP_CIPHER_KEYS, challengeId, code);

/** Throws when no key of the list opens it. */
export const unsealCode = (env: Env, challengeId: string, sealed: Buffer): string =>
  unseal(env.OTP_CIPHER_KEYS, challengeId, sealed);

/** By the country of the number (ISO 3166-1 alpha-2), which the numbering plan bounds. Codes to mail addresses are none of them. */
const labelNames = ['country'] as const;

export const codesRequested = defineCounter({
  name: 'codes_requested_total',
  help: 'One-time codes that were made for a phone, by its country',
  labelNames,
});

export const codesSent = defineCounter({
  name: 'codes_sent_total',
  help: 'One-time codes that the provider of text messages took, by country',
  labelNames,
});

export const codesUsed = defineCounter({
  name: 'codes_used_total',
  help: 'One-time codes that were typed in, by the country of the phone',
  labelNames,
});

/** The number as we would send to it; throws `invalid_phone`, `unsupported_number`, or `unavailable` while sending is off. */
export async function requireReachablePhone(ctx: Ctx, input: string): Promise<Phone> {
  const reading = readPhone(input);
  if (!reading.ok) throw new AppError(reading.code);
  const policy = await readSetting(ctx, smsPolicy);
  if (!policy.enabled) throw new AppError('unavailable', { reason: 'codes_off' });
  if (!policy.countries.includes(reading.phone.country)) throw new AppError('unsupported_number');
  return reading.phone;
}

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
    ctx.unitOfWork.committed.push(() =>
      codesRequested(ctx.services).inc({ country: phone.country }),
    );
}

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

/**
 * Tells the flow how a challenge ended. False when it had ended already, for example because its time ran
 * out in the same moment. Comes before any write to the challenge's row: flow first, row second is the
 * order of the timers too, so nobody waits in a circle.
 */
export async function endChallenge(
  ctx: TxCtx,
  id: string,
  type: OtpChallengeEvent['type'],
): Promise<boolean> {
  return (await sendIfAccepted(ctx, otpChallengeFlow, { id, event: { type } })) !== null;
}

/** Kills a code because a new one takes its place; returns the tries burnt on it, which can grow no more. */
export async function replaceChallenge(ctx: TxCtx, id: string): Promise<number> {
  await endChallenge(ctx, id, 'identity.code-replaced');
  const [row] = await ctx.db
    .update(otpChallenge)
    .set({ supersededAt: sqlNow })
    .where(eq(otpChallenge.id, id))
    .returning({ attempts: otpChallenge.attempts });
  return row!.attempts;
}

const life = codeLife / minutes(1);

/**
 * In the language in which the code was asked for. Ends with the line that lets browsers fill in the code on our host
 * only; names nobody and no treatment.
 */
const smsText = (code: string, publicUrl: string, locale: Locale): string =>
  spokenIn(locale)('sms.code.text', { code, minutes: life, host: new URL(publicUrl).hostname });

/** The second proof after a long silence, by e-mail. */
const proofMail = (code: string, locale: Locale): { subject: string; text: string } => ({
  subject: spokenIn(locale)('sms.proof.subject'),
  text: spokenIn(locale)('sms.proof.text', { code, minutes: life }),
});

/** Three tries, all within the first minute of the code's five; the code itself is never in the payload. */
export const sendCodeJob = defineJob({
  name: 'identity.send-code',
  payload: z.strictObject({ challengeId: z.uuid() }),
  retry: { limit: 2, delay: seconds(5), backoff: true },
  expiresAfter: seconds(30),
  urgent: true,
});

/** Where the mail of an account goes; null when it is gone. */
type AddressOf = (ctx: Ctx, account: Account) => Promise<string | null>;

/**
 * Sends the code of an open challenge and erases it; a repeat, or one that comes too late, sends nothing. `addressOf` is
 * asked for the second proof, which goes by mail.
 */
export const sendCodeHandler =
  (addressOf: AddressOf): JobHandler<typeof sendCodeJob.payload> =>
  (ctx, job) =>
    sendCodeOf(ctx, job, addressOf);

async function sendCodeOf(
  ctx: Ctx,
  { payload: { challengeId: id }, signal }: Job<z.infer<typeof sendCodeJob.payload>>,
  addressOf: AddressOf,
): Promise<void> {
  const [row] = await ctx.db
    .select()
    .from(otpChallenge)
    .where(
      and(
        eq(otpChallenge.id, id),
        isNotNull(otpChallenge.codeCipher),
        inArray(otpChallenge.status, ['cooling', 'resendable']),
        sql`${otpChallenge.expiresAt} > platform.now()`,
      ),
    );
  if (!row?.codeCipher) return;
  const code = unsealCode(ctx.services.env, id, row.codeCipher);
  if (row.purpose === 'email-proof') {
    const proof = { id, code, locale: row.locale, sessionHash: row.browserHash, signal };
    await mailProof(ctx, proof, addressOf);
  } else {
    const text = smsText(code, ctx.services.env.PUBLIC_URL, row.locale);
    await ctx.services.ports.sms.send({ to: row.phone, text, key: id });
    codesSent(ctx.services).inc({ country: row.country });
  }
  await ctx.db
    .update(otpChallenge)
    .set({ codeCipher: null, sentAt: sqlNow })
    .where(eq(otpChallenge.id, id));
}

interface Proof {
  readonly id: string;
  readonly code: string;
  readonly locale: Locale;
  /** Of the token of the session that owes it. */
  readonly sessionHash: Buffer;
  readonly signal: AbortSignal;
}

async function mailProof(
  ctx: Ctx,
  { id, code, locale, sessionHash, signal }: Proof,
  addressOf: AddressOf,
): Promise<void> {
  const account = await owingAccount(ctx, sessionHash);
  const to = account && (await addressOf(ctx, account));
  if (to) await ctx.services.ports.mailer.send({ to, key: id, ...proofMail(code, locale) }, signal);
}

/** Whose account a session waits to be let into; null when it has ended. */
async function owingAccount(ctx: Ctx, tokenHash: Buffer): Promise<Account | null> {
  const owing = and(
    eq(session.tokenHash, tokenHash),
    eq(session.phase, 'email-proof'),
    isNull(session.endedAt),
  );
  const [row] = await ctx.db
    .select({ kind: session.principal, id: session.subjectId })
    .from(session)
    .where(owing);
  if (!row?.id || row.kind === 'staff') return null;
  return { kind: row.kind, id: row.id };
}
