import { createHmac, randomInt } from 'node:crypto';
import { createChallenge, verifySolution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { and, eq, gt, ne, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { audit, withTransaction } from '#engine';
import { after, days, hours, inSeconds, minutes } from '#platform/base/duration';
import { AppError } from '#platform/base/errors';
import { newToken } from '#platform/base/ids';
import type { Ctx, CtxOf, TxCtx } from '#platform/context';
import { consumeRateLimit, type Rule } from '#platform/limits/rate-limit';
import { readSetting } from '#platform/settings/settings';
import { now } from '#platform/time/clock';
import { owedAccount } from '../accounts.server';
import { type Asking, type AskingSide, knownBrowser, markFits, markOf } from '../browsers.server';
import {
  AlertedRefusal,
  raiseAlert,
  type SmsAlert,
  takeSendPoints,
  tooManyCodes,
} from './budgets.server';
import {
  findChallenge,
  openChallenge,
  type Purpose,
  replaceChallenge,
  requireReachablePhone,
} from './challenges.server';
import { takeWaitingListTurn } from './waiting-list.server';
import { isDialCodeOf, type Phone, readPhone } from '../phone';
import { codeBudgets, hashesPerTry, resendWait, sendRisk, triesPerChallenge } from '../rules';
import { type ProofChallenge, proofChallengeSchema, unpackProof } from '../schemas';
import { otpChallenge } from '../tables.server';

interface CodeRequest {
  role: 'patient' | 'clinic';
  phoneNumber: string;
  /** The challenge cookie that came along; null without one. */
  browserToken: string | null;
  /** The cookie by which a browser is known that signed in before. */
  known?: string | null;
  /** Work for the challenge of an earlier `proof_required`. */
  proof?: string;
  /** A place in the waiting list, for who cannot work. */
  ticket?: string;
}

/** What the browser must hold to use the code: the value of its challenge cookie. */
interface SentCode {
  readonly browserToken: string;
}

interface Issue {
  readonly purpose: Purpose;
  /** As whom the number signs in. */
  readonly role: CodeRequest['role'];
  readonly phone: Phone;
  /** The `known` cookie. */
  readonly knownToken: string | null;
  /** The challenge cookie that the code belongs to, and whether the browser held it before. */
  readonly browserToken: string;
  readonly held: boolean;
  /** What the browser of somebody who is not signed in came with; null for who is, who never is a stranger. */
  readonly request: CodeRequest | null;
  /** Code of the failure within the cool-down. */
  readonly tooEarly: string;
  /** Runs once the budgets allow it; returns the wrong tries that the code inherits. */
  readonly prepare: (ctx: TxCtx) => Promise<number>;
}

/** The one place that makes a code: budgets, challenge, flow and job commit together or not at all. */
export async function issueCode(ctx: Ctx, issue: Issue): Promise<SentCode> {
  const { purpose, phone, tooEarly, prepare, browserToken } = issue;
  const work = await workOf(ctx, issue);
  try {
    return await withTransaction(ctx, async (tx) => {
      const budgets = await readSetting(tx, codeBudgets);
      const side = await sideOf(tx, issue);
      const fromKnownBrowser = side.kind === 'known' || issue.request === null;
      await takeSendPoints(tx, { budgets, phone, side, tooEarly });
      await spendSendRisk(tx, { phone, known: fromKnownBrowser, work });
      const attempts = await prepare(tx);
      await openChallenge(tx, { purpose, phone, browserToken, attempts, fromKnownBrowser });
      await audit(tx, { action: 'identity.code-requested', details: { purpose } });
      return { browserToken };
    });
  } catch (error) {
    return refuse(ctx, error, work);
  }
}

async function sideOf(ctx: TxCtx, issue: Issue): Promise<AskingSide> {
  const { role, phone, knownToken: token, browserToken, held } = issue;
  const known = await knownBrowser(ctx, { role, phone: phone.number, token });
  return known ? { kind: 'known', known } : { kind: 'stranger', browserToken, held };
}

async function workOf(ctx: Ctx, { role, phone, request }: Issue): Promise<ShownWork> {
  const { browserToken, proof, ticket } = request ?? {};
  const asking = { role, phone: phone.number, browserToken: browserToken ?? '' };
  return {
    asking,
    proof: proof ? await checkProof(ctx, proof, asking) : null,
    ticket: ticket ?? null,
  };
}

/** Alerts and challenges are made here because the transaction that was refused is gone. */
async function refuse(ctx: Ctx, error: unknown, { asking }: ShownWork): Promise<never> {
  if (error instanceof AlertedRefusal || error instanceof ProofNeeded)
    await raiseAlert(ctx, error.alert);
  if (error instanceof ProofNeeded)
    throw new AppError(error.code, { data: { challenge: await newProofChallenge(ctx, asking) } });
  throw error;
}

/** A code that somebody asks for who is not signed in, and the challenge that their browser has. */
async function askedFor(ctx: Ctx, request: CodeRequest) {
  const { role, known: knownToken = null } = request;
  const phone = await requireReachablePhone(ctx, request.phoneNumber);
  const earlier = await findChallenge(ctx, { ...request, purpose: role });
  const held = earlier !== null && earlier.phone === phone.number && !earlier.consumed;
  const browserToken = held && request.browserToken ? request.browserToken : newToken();
  const issue = { purpose: role, role, phone, knownToken, browserToken, held, request } as const;
  return { earlier, held, issue };
}

/**
 * Sends a code. Never looks at whether the phone is known, so known and unknown ones cost and answer the
 * same. Throws `invalid_phone`, `unsupported_number`, `too_many_codes`, `unavailable`.
 */
export async function sendCode(ctx: Ctx, request: CodeRequest): Promise<SentCode> {
  const { issue } = await askedFor(ctx, request);
  return issueCode(ctx, {
    ...issue,
    tooEarly: 'too_many_codes',
    prepare: async (tx) => {
      const replaced = await findChallenge(tx, { ...request, purpose: issue.purpose });
      if (replaced) await replaceChallenge(tx, replaced.id);
      return 0;
    },
  });
}

/**
 * Replaces the code of this browser; wrong tries are carried over. A browser that holds no challenge for
 * this phone gets a first one, under the same budgets. Throws `resend_too_early`, `locked_code` and what
 * `sendCode` throws.
 */
export async function resendCode(ctx: Ctx, request: CodeRequest): Promise<SentCode> {
  const { earlier, held, issue } = await askedFor(ctx, request);
  if (held && earlier?.locked) throw new AppError('locked_code');
  return issueCode(ctx, {
    ...issue,
    tooEarly: 'resend_too_early',
    prepare: async (tx) => {
      const burnt = earlier ? await replaceChallenge(tx, earlier.id) : 0;
      if (!held) return 0;
      if (burnt >= triesPerChallenge) throw new AppError('locked_code');
      return burnt;
    },
  });
}

const coolDown: Rule = { name: 'identity.proof-cool-down', limit: 1, window: resendWait };
/** Of an account, which has its number and its role. */
const perDay: Rule = { name: 'identity.proofs-per-phone-day', limit: 5, window: days(1) };

/**
 * Sends the second proof to the e-mail address of an account that was silent for long (security 17). Only a
 * session that owes it may ask. Throws `forbidden`, `resend_too_early`, `too_many_codes`, `locked_code`.
 */
export async function sendEmailProof(
  ctx: CtxOf<'phone-verified'>,
  { sessionToken }: { sessionToken: string },
): Promise<void> {
  await owedAccount(ctx);
  const reading = readPhone(ctx.actor.phone);
  if (!reading.ok) throw new AppError('forbidden');
  const { phone } = reading;
  const { role } = ctx.actor;
  const subject = `${role}:${phone.number}`;
  await withTransaction(ctx, async (tx) => {
    const early = await consumeRateLimit(tx, coolDown, subject);
    const { retryAfterSeconds: wait } = early;
    if (!early.allowed)
      throw new AppError('resend_too_early', {
        retryAfterSeconds: wait,
        values: { seconds: wait },
      });
    const taken = await consumeRateLimit(tx, perDay, subject);
    if (!taken.allowed) throw tooManyCodes(taken.retryAfterSeconds);
    const purpose = 'email-proof';
    const held = await findChallenge(tx, { purpose, browserToken: sessionToken });
    const attempts = held ? await replaceChallenge(tx, held.id) : 0;
    if (attempts >= triesPerChallenge) throw new AppError('locked_code');
    await openChallenge(tx, { purpose, phone, browserToken: sessionToken, attempts });
    await audit(tx, { action: 'identity.code-requested', details: { purpose, principal: role } });
  });
}

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
    const secrets = secretsOf(key);
    const { verified } = await verifySolution({ challenge, solution, deriveKey, ...secrets });
    if (verified) return nonce;
  }
  return null;
}

/** Uses work up; false when it was used before. Counts if and only if the transaction commits. */
export async function spendProof(ctx: TxCtx, nonce: string): Promise<boolean> {
  const once = { name: 'identity.proof', limit: 1, window: proofLife };
  return (await consumeRateLimit(ctx, once, nonce)).allowed;
}

interface DialCodeTraffic {
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
async function dialCodeTraffic(ctx: Ctx, dialCode: string): Promise<DialCodeTraffic> {
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

interface SiteTraffic {
  readonly hour: number;
  readonly day: number;
}

/** Codes to strangers, wherever they are. */
async function siteTraffic(ctx: Ctx): Promise<SiteTraffic> {
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
async function secondsUntilBelow(
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
interface ShownWork {
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
class ProofNeeded extends AppError {
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
async function spendSendRisk(ctx: TxCtx, send: Send): Promise<void> {
  const { dialCode } = send.phone;
  const traffic = await dialCodeTraffic(ctx, dialCode);
  if (!send.known) await holdStranger(ctx, send, traffic);
  const { sentHour, verifiedHour } = traffic;
  const alert = {
    kind: 'low-conversion',
    dialCode,
    sent: sentHour,
    verified: verifiedHour,
  } as const;
  if (sentHour >= 20 && verifiedHour / sentHour < 0.5) await raiseAlert(ctx, alert);
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

/** Work that was done, or one's turn in the waiting list; each once. */
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
  const alert = { kind: 'site-cap', dialCode: '', sent: full.cap, verified: 0 } as const;
  throw new AlertedRefusal(alert, await secondsUntilBelow(ctx, full), 'site');
}
