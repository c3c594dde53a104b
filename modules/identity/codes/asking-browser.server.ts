import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Ctx } from '#platform/context';

/** Who asks for a code of which number: what work and a place in the lane are good for, and nobody else. */
export interface Asking {
  readonly role: 'patient' | 'clinic';
  /** E.164. */
  readonly phone: string;
  /** The challenge cookie. */
  readonly browserToken: string;
}

const mark = (key: string, word: string, { role, phone, browserToken }: Asking): Buffer =>
  createHmac('sha256', key).update([word, role, phone, browserToken].join('\n')).digest();

/** A keyed hash that says nothing about the number or the browser, and fits this word of this one only. */
export const markOf = (ctx: Ctx, word: string, asking: Asking): string =>
  mark(ctx.services.env.OTP_HMAC_KEYS[0]!, word, asking).toString('base64url');

/** Compares in constant time, under every key that may have been the newest when the mark was made. */
export function markFits(ctx: Ctx, word: string, asking: Asking, given: string): boolean {
  const bytes = Buffer.from(given, 'base64url');
  return ctx.services.env.OTP_HMAC_KEYS.some((key) => {
    const expected = mark(key, word, asking);
    return bytes.length === expected.length && timingSafeEqual(bytes, expected);
  });
}
