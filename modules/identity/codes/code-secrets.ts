import { createHmac, randomInt, timingSafeEqual } from 'node:crypto';
import type { Env } from '#platform/config/env';
import { codeLength } from '../one-time-code';
import { seal, unseal } from '../seal';

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

/** What waits to be sent; the challenge's id is authenticated with it. */
export const sealCode = (env: Env, challengeId: string, code: string): Buffer =>
  seal(env.OTP_CIPHER_KEYS, challengeId, code);

/** Throws when no key of the list opens it. */
export const unsealCode = (env: Env, challengeId: string, sealed: Buffer): string =>
  unseal(env.OTP_CIPHER_KEYS, challengeId, sealed);
