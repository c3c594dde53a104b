import { createHmac, randomInt } from 'node:crypto';
import { createChallenge, verifySolution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { and, eq, gt, ne, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { after, days, hours, inSeconds, minutes } from '#platform/base/duration';
import { AppError } from '#platform/base/errors';
import type { Ctx, TxCtx } from '#platform/context';
import { consumeRateLimit } from '#platform/limits/rate-limit';
import { readSetting } from '#platform/settings/settings';
import { now } from '#platform/time/clock';
import { type Asking, markFits, markOf } from './browsers.server';
import { AlertedRefusal, raiseAlert, type SmsAlert } from './budgets.server';
import { type ProofChallenge, proofChallengeSchema, unpackProof } from '../schemas';
import { takeWaitingListTurn } from './waiting-list.server';
import { isDialCodeOf, type Phone } from '../phone';
import { hashesPerTry, sendRisk } from '../rules';
import { otpChallenge } from '../tables.server';

/** Longer than the slowest phone needs, and the wait of somebody who was called away. */
const proofLife = minutes(10);
const word = 'proof';

/** The library's two secrets, derived: the keys themselves sign nothing that leaves the house. */
const secretsOf = (key: string) => {
  const derived = (use: string) => createHmac('sha256', key).update(`${word}\n${use}`);
  return {
    hmacSignatureSecret: derived('challenge').digest('hex'),
    hmacKeySignatureSecret: derived('solution').digest('hex'),
  };
};

/** Work for one send of a code to this number from this browser. */
export async function newProofChallenge(ctx: Ctx, asking: Asking): Promise<ProofChallenge> {
  const { hashes } = await readSetting(ctx, sendRisk);
  // The solver tries counters from nought on, so that this many tries are the work on average.
  const mostTries = Math.max(1, Math.round((2 * hashes) / hashesPerTry));
  const until = after(await now(ctx), proofLife).getTime();
  const challenge = await createChallenge({
    algorithm: 'PBKDF2/SHA-256',
    cost: hashesPerTry,
    counter: randomInt(mostTries),
    data: { bound: markOf(ctx, word, asking), until },
    deriveKey,
    ...secretsOf(ctx.services.env.OTP_HMAC_KEYS[0]!),
  });
  return proofChallengeSchema.parse(challenge);
}

/** What stands for work that was done for this number and browser in time; null for anything else. */
export async function checkProof(ctx: Ctx, field: string, asking: Asking): Promise<string | null> {
  const proof = unpackProof(field);
  if (!proof) return null;
  const { challenge, solution } = proof;
  const { data, nonce } = challenge.parameters;
  // By the database's clock; the library would go by this process's.
  if (data.until <= (await now(ctx)).getTime() || !markFits(ctx, word, asking, data.bound))
    return null;
  for (const key of ctx.services.env.OTP_HMAC_KEYS) {
    const { verified } = await verifySolution({
      challenge,
      solution,
      deriveKey,
      ...secretsOf(key),
    });
    if (verified) return nonce;
  }
  return null;
}

/** Uses work up; false when it was used before. Counts if and only if the transaction commits. */
export async function spendProof(ctx: TxCtx, nonce: string): Promise<boolean> {
  const once = { name: 'identity.proof', limit: 1, window: proofLife };
  return (await consumeRateLimit(ctx, once, nonce)).allowed;
}

export interface DialCodeTraffic {
  /** Codes of strangers of one day: expired without use, and used. One that is still open is neither. */
  readonly unused: number;
  readonly used: number;
  /** All codes of one hour. */
  readonly sentHour: number;
  readonly verifiedHour: number;
}

const toPhones = ne(otpChallenge.purpose, 'email-proof');
const ofStranger = sql`not ${otpChallenge.fromKnownBrowser}`;
const withinHour = sql`${otpChallenge.createdAt} > platform.now() - interval '1 hour'`;
const withinDay = gt(otpChallenge.createdAt, sql`platform.now() - interval '1 day'`);
const isUsed = sql`${otpChallenge.consumedAt} is not null`;
const isExpired = sql`${otpChallenge.consumedAt} is null and ${otpChallenge.expiresAt} <= platform.now()`;

/** What pumping and real people differ in, for one dial code. */
export async function dialCodeTraffic(ctx: Ctx, dialCode: string): Promise<DialCodeTraffic> {
  const count = (condition: ReturnType<typeof sql>) =>
    sql<number>`(count(*) filter (where ${condition}))::int`;
  const [row] = await ctx.db
    .select({
      unused: count(sql`${isExpired} and ${ofStranger}`),
      used: count(sql`${isUsed} and ${ofStranger}`),
      sentHour: count(withinHour),
      verifiedHour: count(sql`${isUsed} and ${withinHour}`),
    })
    .from(otpChallenge)
    .where(and(eq(otpChallenge.dialCode, dialCode), toPhones, withinDay));
  return row!;
}

export interface SiteTraffic {
  readonly hour: number;
  readonly day: number;
}

/** Codes to strangers, wherever they are. */
export async function siteTraffic(ctx: Ctx): Promise<SiteTraffic> {
  const [row] = await ctx.db
    .select({
      hour: sql<number>`(count(*) filter (where ${withinHour}))::int`,
      day: sql<number>`count(*)::int`,
    })
    .from(otpChallenge)
    .where(and(withinDay, toPhones, ofStranger));
  return row!;
}

/** Seconds until fewer than `cap` codes to strangers lie within the window. */
export async function secondsUntilBelow(
  ctx: Ctx,
  { cap, windowSeconds }: { cap: number; windowSeconds: number },
): Promise<number> {
  const window = sql`make_interval(secs => ${windowSeconds})`;
  const [row] = await ctx.db
    .select({
      wait: sql<number>`ceil(extract(epoch from ${otpChallenge.createdAt} + ${window} - platform.now()))::int`,
    })
    .from(otpChallenge)
    .where(and(withinDay, toPhones, ofStranger))
    .orderBy(sql`${otpChallenge.createdAt} desc`)
    .offset(Math.max(0, cap - 1))
    .limit(1);
  return Math.min(windowSeconds, Math.max(1, row?.wait ?? windowSeconds));
}

type Risk = z.infer<typeof sendRisk.schema>;

/** What a stranger has to show for a send while codes are asked for and not used. */
export interface ShownWork {
  readonly asking: Asking;
  /** What stands for work that was checked; null without any. */
  readonly proof: string | null;
  readonly ticket: string | null;
}

interface Send {
  readonly phone: Phone;
  /** The browser signed this number in before: nothing of this concerns it. */
  readonly known: boolean;
  readonly work: ShownWork;
}

/** A stranger has to work first. */
export class ProofNeeded extends AppError {
  constructor(readonly alert: SmsAlert) {
    super('proof_required');
  }
}

const anHour = inSeconds(hours(1));
const aDay = inSeconds(days(1));

/**
 * Judges one send by what became of the others (security 13). Nothing that strangers do here stops anybody
 * who is ready to work, but for dial codes outside the home markets and above the site's cap. Throws
 * `ProofNeeded`, an `AlertedRefusal`, `slow_lane`.
 */
export async function spendSendRisk(ctx: TxCtx, send: Send): Promise<void> {
  const { dialCode } = send.phone;
  const traffic = await dialCodeTraffic(ctx, dialCode);
  if (!send.known) await holdStranger(ctx, send, traffic);
  const { sentHour, verifiedHour } = traffic;
  if (sentHour >= 20 && verifiedHour / sentHour < 0.5)
    await raiseAlert(ctx, {
      kind: 'low-conversion',
      dialCode,
      sent: sentHour,
      verified: verifiedHour,
    });
}

async function holdStranger(
  ctx: TxCtx,
  { phone, work }: Send,
  traffic: DialCodeTraffic,
): Promise<void> {
  const risk = await readSetting(ctx, sendRisk);
  const unused = unusedAlert(risk, phone.dialCode, traffic);
  if (unused && !isDialCodeOf(phone.dialCode, risk.homeMarkets))
    throw new AlertedRefusal(unused, anHour, 'dial_code');
  const site = await siteTraffic(ctx);
  await requireRoom(ctx, risk, site);
  const alert = unused ?? busyAlert(risk, site);
  if (alert) {
    await takeWork(ctx, work, alert);
    await raiseAlert(ctx, alert);
  }
  // Every send of a stranger waits here for the one before it, so that the cap is exact.
  await ctx.db.execute(
    sql`select pg_advisory_xact_lock(hashtextextended('identity.sends-of-strangers', 0))`,
  );
  await requireRoom(ctx, risk, await siteTraffic(ctx));
}

/** Work that was done, or one's turn in the lane; each once. */
async function takeWork(
  ctx: TxCtx,
  { asking, proof, ticket }: ShownWork,
  alert: SmsAlert,
): Promise<void> {
  if (proof !== null && (await spendProof(ctx, proof))) return;
  if (ticket !== null && (await takeWaitingListTurn(ctx, asking, ticket))) return;
  throw new ProofNeeded(alert);
}

function unusedAlert(
  { unused: limit }: Risk,
  dialCode: string,
  { unused, used }: DialCodeTraffic,
): SmsAlert | null {
  if (unused < Math.max(limit.atLeast, limit.ofUsed * used)) return null;
  return { kind: 'unused-codes', dialCode, sent: unused + used, verified: used };
}

function busyAlert({ site: cap }: Risk, { hour, day }: SiteTraffic): SmsAlert | null {
  if (hour * 2 < cap.perHour && day * 2 < cap.perDay) return null;
  return { kind: 'site-busy', dialCode: '', sent: hour, verified: 0 };
}

async function requireRoom(ctx: Ctx, { site: cap }: Risk, { hour, day }: SiteTraffic) {
  const overDay = day >= cap.perDay;
  if (hour < cap.perHour && !overDay) return;
  const full = overDay
    ? { cap: cap.perDay, windowSeconds: aDay }
    : { cap: cap.perHour, windowSeconds: anHour };
  const wait = await secondsUntilBelow(ctx, full);
  throw new AlertedRefusal(
    { kind: 'site-cap', dialCode: '', sent: full.cap, verified: 0 },
    wait,
    'site',
  );
}
