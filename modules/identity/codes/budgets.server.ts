import { and, eq, gt, isNull, lt, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { audit, withTransaction } from '#engine';
import { days, hours, inSeconds, minutes } from '#platform/base/duration';
import { AppError } from '#platform/base/errors';
import { newId, sha256 } from '#platform/base/ids';
import type { Ctx, TxCtx } from '#platform/context';
import {
  addressBlock,
  consumeRateLimit,
  pointsLeft,
  returnAllPoints,
  returnPoint,
  type Rule,
} from '#platform/limits/rate-limit';
import { readSetting } from '#platform/settings/settings';
import { sqlNow } from '#platform/time/clock';
import { type AskingSide, type KnownBrowser, knownBrowser } from '../browsers.server';
import {
  codeFits,
  codesUsed,
  endChallenge,
  findChallenge,
  type Purpose,
} from './challenges.server';
import { type Phone, readPhone } from '../phone';
import { codeBudgets, resendWait, triesPerChallenge } from '../rules';
import { otpChallenge, smsAlert } from '../tables.server';

const units = [
  ['hours', 3_600],
  ['minutes', 60],
  ['seconds', 1],
] as const;

/** A wait as people say it: the largest unit of which there are two, rounded up. */
function waitWords(seconds: number): { unit: string; count: number } {
  const [unit, size] = units.find(([, one]) => seconds >= 2 * one) ?? units[2];
  return { unit, count: Math.max(1, Math.ceil(seconds / size)) };
}

/** The refusal of a code that says how long to wait. */
export const tooManyCodes = (retryAfterSeconds: number): AppError =>
  new AppError('too_many_codes', { retryAfterSeconds, values: waitWords(retryAfterSeconds) });

type PhoneBudget = z.infer<typeof codeBudgets.schema>['phone'];

interface CountedTries {
  readonly rule: Rule;
  readonly subject: string;
}

const subjectOf = (phone: string, known: KnownBrowser | null): string =>
  known ? `${phone} known ${known.id}` : phone;

/** Wrong tries of a day over all codes of a phone; those of a known browser are counted on their own. */
const triesPerDay = (
  budget: PhoneBudget,
  phone: string,
  known: KnownBrowser | null,
): CountedTries => ({
  rule: {
    name: 'identity.wrong-tries-per-phone',
    limit: known ? budget.wrongTriesPerDayKnown : budget.wrongTriesPerDay,
    window: days(1),
  },
  subject: subjectOf(phone, known),
});

/** Wrong tries since the last right code, of the last thirty days. */
const triesInARow = (
  budget: PhoneBudget,
  phone: string,
  known: KnownBrowser | null,
): CountedTries => ({
  rule: {
    name: 'identity.wrong-tries-in-a-row',
    limit: budget.wrongTriesInARow,
    window: days(30),
  },
  subject: subjectOf(phone, known),
});

export interface Try {
  readonly purpose: Purpose;
  /** E.164. */
  readonly phone: string;
  readonly browserToken: string;
  /** Set where this number has signed in before: its tries are counted apart from everybody else's. */
  readonly known: KnownBrowser | null;
}

interface BurntTry {
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
  const taken = await consumeRateLimit(ctx, rule, addressBlock(ctx.ip));
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
      const taken = await consumeRateLimit(tx, rule, subject, point);
      if (!taken.allowed) throw new AppError('locked_code');
    }
    return burnt;
  });
  if (!row) throw await tryRefusal(ctx, attempt);
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
async function tryRefusal(ctx: Ctx, { purpose, phone, browserToken }: Try): Promise<AppError> {
  const held = await findChallenge(ctx, { purpose, browserToken });
  if (!held || held.phone !== phone || held.consumed) return new AppError('invalid_code');
  return new AppError(held.locked ? 'locked_code' : 'expired_code');
}

type Budgets = z.infer<typeof codeBudgets.schema>;

interface Limit {
  readonly rule: Rule;
  readonly subject: string;
  /** Set where distinct things are counted. */
  readonly member?: string;
  /** Counted, but never a reason to refuse. */
  readonly counted?: true;
}

interface Sending {
  readonly budgets: Budgets;
  readonly phone: Phone;
  readonly side: AskingSide;
  /** Code of the failure within the cool-down. */
  readonly tooEarly: string;
}

const rule = (name: string, limit: number, window: Rule['window']): Rule => ({
  name: `identity.${name}`,
  limit,
  window,
});

const coolDown = rule('cool-down', 1, resendWait);

/** What one phone gets from one side. */
const rulesOfSide = ({ phone }: Budgets): Rule[] => [
  coolDown,
  rule('sends-per-phone-10m', phone.per10Minutes, minutes(10)),
  rule('sends-per-phone-hour', phone.perHour, hours(1)),
  rule('sends-per-phone-day', phone.perDay, days(1)),
];

/**
 * What one phone and one address may have, narrowest first: the same order everywhere keeps two sends from
 * waiting for each other. A known browser has its own budget, which nobody else can use up: no other limit
 * holds it back.
 */
function limitsOf({ budgets, phone, side }: Sending, ip: string | null): Limit[] {
  const { address } = budgets;
  const from = addressBlock(ip);
  const to = phone.number;
  const own = rulesOfSide(budgets);
  if (side.kind === 'known')
    return own.map((each) => ({ rule: each, subject: `${to} known ${side.known.id}` }));
  const asks = side.held ? 'browser' : 'address';
  const sides = { address: `${to} from ${from}`, browser: `${to} by ${side.browserToken}` };
  const ofSide = (which: keyof typeof sides): Limit[] =>
    own.map((each) => ({
      rule: each,
      subject: sides[which],
      ...(which === asks ? {} : { counted: true }),
    }));
  return [
    ...ofSide('address'),
    ...ofSide('browser'),
    {
      rule: rule('sends-per-phone-overall', budgets.phone.perDayOverall, days(1)),
      subject: to,
    },
    { rule: rule('sends-per-address', address.sendsPerHour, hours(1)), subject: from },
    {
      rule: rule('phones-per-address', address.phonesPerHour, hours(1)),
      subject: from,
      member: to,
    },
    {
      rule: rule('countries-per-address', address.countriesPerDay, days(1)),
      subject: from,
      member: phone.country,
    },
  ];
}

/**
 * Takes the points of one code or throws (`tooEarly` within the cool-down, else `too_many_codes`) with the
 * time to wait; the transaction's rollback then gives back what was taken.
 */
export async function takeSendPoints(ctx: TxCtx, sending: Sending): Promise<void> {
  await requireTriesLeft(ctx, sending);
  for (const limit of limitsOf(sending, ctx.ip)) {
    const taken = await consumeRateLimit(ctx, limit.rule, limit.subject, limit.member);
    if (taken.allowed || limit.counted) continue;
    ctx.log.warn({ rule: limit.rule.name }, 'identity.send-limited');
    throw sendRefusal(limit, taken.retryAfterSeconds, sending.tooEarly);
  }
}

/** A code that could not be used any more is not sent either. */
async function requireTriesLeft(ctx: TxCtx, { budgets, phone, side }: Sending): Promise<void> {
  const known = side.kind === 'known' ? side.known : null;
  const inARow = triesInARow(budgets.phone, phone.number, known);
  const { left, retryAfterSeconds } = await pointsLeft(ctx, inARow.rule, inARow.subject);
  if (left === 0) throw tooManyCodes(retryAfterSeconds);
}

function sendRefusal(limit: Limit, wait: number, tooEarly: string): AppError {
  if (limit.rule === coolDown) {
    const seconds = Math.min(wait, inSeconds(resendWait));
    if (tooEarly === 'too_many_codes') return tooManyCodes(seconds);
    return new AppError(tooEarly, { retryAfterSeconds: seconds, values: { seconds } });
  }
  return tooManyCodes(wait);
}

export type SmsAlert = Pick<
  typeof smsAlert.$inferInsert,
  'kind' | 'dialCode' | 'sent' | 'verified'
>;

/** A refusal that a person should hear of; the alert is written after the rollback it causes. */
export class AlertedRefusal extends AppError {
  constructor(
    readonly alert: SmsAlert,
    retryAfterSeconds: number,
    reason: 'dial_code' | 'site',
  ) {
    super('too_many_codes', { retryAfterSeconds, reason, values: waitWords(retryAfterSeconds) });
  }
}

/** One row per kind, dial code and hour; a repeat brings its numbers up to date. */
export async function raiseAlert(ctx: Ctx, alert: SmsAlert): Promise<void> {
  const { sent, verified } = alert;
  await ctx.db
    .insert(smsAlert)
    .values({ ...alert, hour: sql`date_trunc('hour', platform.now())`, at: sqlNow })
    .onConflictDoUpdate({
      target: [smsAlert.kind, smsAlert.dialCode, smsAlert.hour],
      set: { sent, verified, at: sqlNow },
    });
  ctx.log.warn(
    { alert: alert.kind, dialCode: alert.dialCode, sent, verified },
    'identity.sms-alert',
  );
}

interface CodeAttempt {
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
      tx.unitOfWork.committed.push(() => codesUsed(ctx.services).inc({ country }));
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
