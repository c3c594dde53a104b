import { createECDH } from 'node:crypto';

/** The public key of a private one, both in base64url (RFC 8292); null where it is none. */
export function publicPointOf(privateKey: string): string | null {
  if (!/^[A-Za-z0-9_-]{43}$/.test(privateKey)) return null;
  const pair = createECDH('prime256v1');
  try {
    pair.setPrivateKey(privateKey, 'base64url');
    return pair.getPublicKey('base64url');
  } catch {
    return null;
  }
}
