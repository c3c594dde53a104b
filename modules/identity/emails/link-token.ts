import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Env } from '#platform/env';
import { isId } from '#platform/ids';

type Keys = Pick<Env, 'OTP_HMAC_KEYS'>;

const macOf = (key: string, id: string): Buffer =>
  createHmac('sha256', key).update(`email-link\n${id}`).digest();

/** What a mail carries of a link: its row, signed. Derived whenever it is sent, and stored nowhere. */
export const linkTokenOf = ({ OTP_HMAC_KEYS: [key] }: Keys, id: string): string =>
  `${id}.${macOf(key!, id).toString('base64url')}`;

/** The row of a link; null when none of our keys signed it. */
export function readLinkToken({ OTP_HMAC_KEYS }: Keys, token: string): string | null {
  const [id = '', mac = ''] = token.split('.');
  const given = Buffer.from(mac, 'base64url');
  const signed = OTP_HMAC_KEYS.some((key) => {
    const expected = macOf(key, id);
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
  return signed && isId(id) ? id : null;
}
