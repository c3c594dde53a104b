import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { sha256 } from '#platform/ids';

const algorithm = 'aes-256-gcm';
const nonceBytes = 12;
const tagBytes = 16;

/** A list of secrets, newest first: the first encrypts, all decrypt. */
type Keys = readonly string[];

/** Nonce, tag and ciphertext of AES-256-GCM; `boundTo` is authenticated with it, so it fits one row only. */
export function seal(keys: Keys, boundTo: string, text: string): Buffer {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv(algorithm, sha256(keys[0]!), nonce);
  cipher.setAAD(Buffer.from(boundTo));
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]);
}

/** Throws when no key of the list opens it. */
export function unseal(keys: Keys, boundTo: string, sealed: Buffer): string {
  for (const key of keys) {
    try {
      return unsealWith(sha256(key), boundTo, sealed);
    } catch {
      // An older key may be the one.
    }
  }
  throw new Error('no key of the list opens this');
}

function unsealWith(key: Buffer, boundTo: string, sealed: Buffer): string {
  const decipher = createDecipheriv(algorithm, key, sealed.subarray(0, nonceBytes));
  decipher.setAAD(Buffer.from(boundTo));
  decipher.setAuthTag(sealed.subarray(nonceBytes, nonceBytes + tagBytes));
  const body = sealed.subarray(nonceBytes + tagBytes);
  return Buffer.concat([decipher.update(body), decipher.final()]).toString('utf8');
}
