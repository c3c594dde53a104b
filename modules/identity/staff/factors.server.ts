import { hash, verify } from '@node-rs/argon2';
import { and, eq, isNull, lt, or, type SQL } from 'drizzle-orm';
import { Secret, TOTP } from 'otpauth';
import { z } from 'zod';
import { audit } from '#engine';
import { days, hours, minutes } from '#platform/base/duration';
import { AppError } from '#platform/base/errors';
import { newToken } from '#platform/base/ids';
import { mostAllowed } from '#platform/base/whole-number';
import type { Env, Mode } from '#platform/config/env';
import type { Ctx, TxCtx } from '#platform/context';
import {
  addressBlock,
  consumeRateLimit,
  returnPoint,
  type Rule,
} from '#platform/limits/rate-limit';
import { defineSetting, readSetting } from '#platform/settings/settings';
import { normalized } from '#platform/text/text';
import { now, sqlNow } from '#platform/time/clock';
import { seal, unseal } from '#platform/config/sealed';
import { isActiveAccount } from '../sessions.server';
import { staffAccount } from '../tables/staff.server';
import { maxPasswordLength, minPasswordLength } from '../values';

const count = z.number().int().min(1).max(mostAllowed);

/**
 * Wrong tries at passwords and second factors of staff, before sign-in and step-up are locked. Those of one
 * account hold everywhere; demo lets one machine play many people.
 */
export const staffTryBudgets = defineSetting({
  key: 'identity.staff-try-budgets',
  schema: z.object({
    account: z.object({ per15Minutes: count, perDay: count }),
    address: z.object({ per15Minutes: count }),
  }),
  defaults: (mode) => ({
    account: { per15Minutes: 10, perDay: 50 },
    address: { per15Minutes: mode === 'demo' ? 3_000 : 30 },
  }),
});

/** Life of an enrolment link. */
export const inviteLife = hours(72);

interface PasswordCost {
  /** KiB. */
  readonly memoryCost: number;
  readonly timeCost: number;
  readonly parallelism: number;
}

/** argon2id as OWASP's password storage sheet sets it; tests make hundreds and need no strength. */
export const passwordCost = (mode: Mode): PasswordCost =>
  mode === 'test'
    ? { memoryCost: 64, timeCost: 1, parallelism: 1 }
    : { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Words that everybody here would try first. */
const ours = ['clinic', 'clinics', 'marketplace', 'reviewer', 'admin', 'staff'];

type Checker = (password: string, about: string[]) => number;
let checker: Promise<Checker> | undefined;

/** The lists are some megabytes: they are read when the first password is set, not when a process starts. */
function guesser(): Promise<Checker> {
  checker ??= Promise.all([import('@zxcvbn-ts/core'), import('@zxcvbn-ts/language-common')]).then(
    ([{ ZxcvbnFactory }, { adjacencyGraphs, dictionary }]) => {
      const factory = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs });
      return (password, about) => factory.check(password, about).score;
    },
  );
  return checker;
}

/** An address and a name, whole and in their parts. */
const partsOf = (texts: readonly string[]): string[] =>
  texts.flatMap((text) => [text, ...text.split(/[^\p{L}\p{N}]+/u)]).filter((p) => p.length > 2);

/** Letters, digits and signs that must be there besides one's own name and address. */
const leastLeft = 8;

/** How much of a password is not made of these words. */
function leftOf(password: string, words: readonly string[]): number {
  const longestFirst = words.map((word) => word.toLowerCase()).sort((a, b) => b.length - a.length);
  return longestFirst.reduce((rest, word) => rest.replaceAll(word, ''), password.toLowerCase())
    .length;
}

/**
 * What is wrong with a new password, as a message key: length, or that lists of breached and common passwords,
 * keyboards and the person's own data make it easy to guess. Any character is welcome and none is demanded.
 */
export async function passwordFault(
  password: string,
  about: readonly string[],
): Promise<string | null> {
  const length = [...password].length;
  if (length < minPasswordLength) return 'staff.error.password_short';
  if (length > maxPasswordLength) return 'staff.error.password_long';
  if (leftOf(password, partsOf(about)) < leastLeft) return 'staff.error.password_common';
  const score = (await guesser())(password.slice(0, 100), [...partsOf(about), ...ours]);
  return score < 3 ? 'staff.error.password_common' : null;
}

/** The same letters typed on two keyboards are one password. */
const spelled = (password: string): string => normalized(password, 'NFKC');

/** argon2id (the library's default) in its own text form, salt and cost included. */
export const hashPassword = (mode: Mode, password: string): Promise<string> =>
  hash(spelled(password), passwordCost(mode));

const decoyHashes = new Map<Mode, Promise<string>>();

/** A hash of the same cost that no password fits. */
function decoyHashOf(mode: Mode): Promise<string> {
  const known = decoyHashes.get(mode);
  if (known) return known;
  const made = hashPassword(mode, newToken());
  decoyHashes.set(mode, made);
  return made;
}

/** Takes the same work with and without a stored hash, so that time does not reveal which accounts exist. */
export async function passwordFits(
  mode: Mode,
  stored: string | null,
  password: string,
): Promise<boolean> {
  const fits = await verify(stored ?? (await decoyHashOf(mode)), spelled(password));
  return stored !== null && fits;
}

interface Point {
  readonly rule: Rule;
  readonly subject: string;
}

/** Gives the points back: only wrong tries count. */
type Forgive = () => Promise<void>;

/**
 * Counts a try before anything is compared, against the address and, where there is one, the account by its
 * e-mail, known or not. Throws `too_many_requests`, and fails when the store is away: nothing is compared then.
 */
export async function takeStaffTry(ctx: Ctx, email: string | null): Promise<Forgive> {
  const { account, address } = await readSetting(ctx, staffTryBudgets);
  const rule = (name: string, limit: number, window: Rule['window']): Rule => ({
    name: `identity.staff-tries-per-${name}`,
    limit,
    window,
  });
  const points: Point[] = [
    {
      rule: rule('address', address.per15Minutes, minutes(15)),
      subject: addressBlock(ctx.ip),
    },
  ];
  if (email !== null)
    points.push(
      { rule: rule('account', account.per15Minutes, minutes(15)), subject: email },
      { rule: rule('account-and-day', account.perDay, days(1)), subject: email },
    );
  const taken: Array<Point & { member: string }> = [];
  for (const point of points) {
    const { allowed, retryAfterSeconds, member } = await consumeRateLimit(
      ctx,
      point.rule,
      point.subject,
    );
    if (!allowed) {
      await noteLock(ctx, point, email);
      throw new AppError('too_many_requests', { retryAfterSeconds });
    }
    taken.push({ ...point, member });
  }
  return async () => {
    for (const { rule: each, subject, member } of taken)
      await returnPoint(ctx, each, subject, member);
  };
}

/** One audit row per lock and quarter of an hour, however many tries meet it. */
async function noteLock(ctx: Ctx, { rule, subject }: Point, email: string | null): Promise<void> {
  const once: Rule = { name: `${rule.name}-noted`, limit: 1, window: minutes(15) };
  if (!(await consumeRateLimit(ctx, once, subject)).allowed) return;
  const [account] = await ctx.db
    .select({ id: staffAccount.id })
    .from(staffAccount)
    .where(eq(staffAccount.email, email ?? ''));
  await audit(ctx, {
    action: 'identity.staff-locked',
    outcome: 'refused',
    ...(account ? { object: { type: 'staff', id: account.id } } : {}),
    details: { rule: rule.name },
  });
}

const period = 30;
const options = { algorithm: 'SHA1', digits: 6, period } as const;

/** 160 random bits as base32: what authenticator apps take (RFC 4226 asks for at least 128). */
export const newTotpSecret = (): string => new Secret({ size: 20 }).base32;

/** Bound to the account, so that a row's secret opens for no other. */
export const sealTotp = (env: Env, staffId: string, secret: string): Buffer =>
  seal(env.STAFF_CIPHER_KEYS, staffId, secret);
export const unsealTotp = (env: Env, staffId: string, sealed: Buffer): string =>
  unseal(env.STAFF_CIPHER_KEYS, staffId, sealed);

/** What an authenticator app reads from the picture. */
export const totpUri = (issuer: string, email: string, secret: string): string =>
  new TOTP({ ...options, issuer, label: email, secret: Secret.fromBase32(secret) }).toString();

/** The code an app shows at a moment. */
export const totpCodeAt = (secret: string, at: Date): string =>
  TOTP.generate({ ...options, secret: Secret.fromBase32(secret), timestamp: at.getTime() });

/**
 * The time step whose code this is, one step of drift allowed either way; null when it is none. Whether the
 * step was used before is for the database to say.
 */
export function totpStepOf(secret: string, code: string, at: Date): number | null {
  const token = code.replace(/\s/g, '');
  if (!/^\d{6}$/.test(token)) return null;
  const timestamp = at.getTime();
  const delta = TOTP.validate({
    ...options,
    token,
    secret: Secret.fromBase32(secret),
    timestamp,
    window: 1,
  });
  return delta === null ? null : TOTP.counter({ period, timestamp }) + delta;
}

export type StaffRow = typeof staffAccount.$inferSelect;

const noAccount = '00000000-0000-0000-0000-000000000000';
const decoys = new WeakMap<Env, Buffer>();

/** A sealed secret of no account, to compare with where there is none. */
function decoyOf(env: Env): Buffer {
  const known = decoys.get(env);
  if (known) return known;
  const made = sealTotp(env, noAccount, newTotpSecret());
  decoys.set(env, made);
  return made;
}

/**
 * The step of a code of this account, used or not; null when the code fits none, or there is no secret. Takes the same
 * work with and without one, so that time does not reveal which accounts exist.
 */
export async function stepOfCode(
  ctx: Ctx,
  account: Pick<StaffRow, 'id' | 'totpCipher'> | undefined,
  code: string,
): Promise<number | null> {
  const { env } = ctx.services;
  const at = await now(ctx);
  const stored = account?.totpCipher ?? null;
  const secret =
    account && stored
      ? unsealTotp(env, account.id, stored)
      : unsealTotp(env, noAccount, decoyOf(env));
  const step = totpStepOf(secret, code, at);
  return stored ? step : null;
}

/**
 * Spends a code: of any number that arrive at once, one. False when the step was used, or when the account
 * was switched off or given other factors since it was read.
 */
export async function spendStep(
  tx: TxCtx,
  account: StaffRow,
  step: number,
  { signsIn }: { signsIn: boolean },
): Promise<boolean> {
  const unused: SQL = or(isNull(staffAccount.totpStep), lt(staffAccount.totpStep, step))!;
  const spent = await tx.db
    .update(staffAccount)
    .set({ totpStep: step, ...(signsIn ? { lastSignInAt: sqlNow } : {}) })
    .where(
      and(
        eq(staffAccount.id, account.id),
        eq(staffAccount.totpCipher, account.totpCipher!),
        eq(staffAccount.passwordHash, account.passwordHash!),
        isActiveAccount,
        unused,
      ),
    )
    .returning({ id: staffAccount.id });
  return spent.length === 1;
}
