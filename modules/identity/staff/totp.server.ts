import { and, eq, isNull, lt, or, type SQL } from 'drizzle-orm';
import { Secret, TOTP } from 'otpauth';
import type { Env } from '#platform/config/env';
import type { Ctx, TxCtx } from '#platform/context';
import { now, sqlNow } from '#platform/time/clock';
import { seal, unseal } from '../seal';
import { isActiveAccount } from '../sessions/sessions.server';
import { staffAccount } from '../tables.server';

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
 * work with and without one, so that time does not tell which accounts exist.
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
