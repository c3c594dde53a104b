import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  randomBytes,
  randomInt,
  timingSafeEqual,
} from 'node:crypto';
import type { Env } from '#platform/env';
import { sha256 } from '#platform/ids';
import { codeLength } from '../contract';

/** What a code is bound to: a hash made for one challenge fits no other. */
export interface CodeBinding {
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

const algorithm = 'aes-256-gcm';
const nonceBytes = 12;
const tagBytes = 16;

/** Nonce, tag and ciphertext; the challenge's id is authenticated with it. */
export function sealCode(env: Env, challengeId: string, code: string): Buffer {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv(algorithm, sha256(env.OTP_CIPHER_KEYS[0]!), nonce);
  cipher.setAAD(Buffer.from(challengeId));
  const sealed = Buffer.concat([cipher.update(code, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]);
}

/** Throws when no key of the list opens it. */
export function unsealCode(env: Env, challengeId: string, sealed: Buffer): string {
  for (const key of env.OTP_CIPHER_KEYS) {
    try {
      return unsealWith(sha256(key), challengeId, sealed);
    } catch {
      // An older key may be the one.
    }
  }
  throw new Error('no key opens this code');
}

function unsealWith(key: Buffer, challengeId: string, sealed: Buffer): string {
  const decipher = createDecipheriv(algorithm, key, sealed.subarray(0, nonceBytes));
  decipher.setAAD(Buffer.from(challengeId));
  decipher.setAuthTag(sealed.subarray(nonceBytes, nonceBytes + tagBytes));
  const body = sealed.subarray(nonceBytes + tagBytes);
  return Buffer.concat([decipher.update(body), decipher.final()]).toString('utf8');
}
