import { Secret, TOTP } from 'otpauth';
import type { Env } from '#platform/config/env';
import { seal, unseal } from '../seal';

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
