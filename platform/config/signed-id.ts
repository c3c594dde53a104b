import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Env } from './env';
import { isId } from '../base/ids';

type Keys = Pick<Env, 'OTP_HMAC_KEYS'>;

const macOf = (key: string, purpose: string, id: string): Buffer =>
  createHmac('sha256', key).update(`${purpose}\n${id}`).digest();

/** What a mail carries of a row that it may act on: its id, signed for this one purpose. Stored nowhere. */
export const signId = ({ OTP_HMAC_KEYS: [key] }: Keys, purpose: string, id: string): string =>
  `${id}.${macOf(key!, purpose, id).toString('base64url')}`;

/** The id that was signed for the purpose; null when none of our keys signed it. */
export function readSignedId(
  { OTP_HMAC_KEYS }: Keys,
  purpose: string,
  token: string,
): string | null {
  const [id = '', mac = ''] = token.split('.');
  const given = Buffer.from(mac, 'base64url');
  const signed = OTP_HMAC_KEYS.some((key) => {
    const expected = macOf(key, purpose, id);
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
  return signed && isId(id) ? id : null;
}
