import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { sha256 } from '../base/ids';

const algorithm = 'aes-256-gcm';
const nonceBytes = 12;
const tagBytes = 16;

/** A list of secrets, newest first: the first encrypts, all decrypt. */
type Keys = readonly string[];

/** What was sealed, and which key of the list opened it. */
export interface Opened {
  readonly text: string;
  /** Place in the list; 0 is the one that encrypts. */
  readonly place: number;
}

/** Nonce, tag and ciphertext of AES-256-GCM; `boundTo` is authenticated with it, so it fits one row only. */
export function seal(keys: Keys, boundTo: string, text: string): Buffer {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv(algorithm, sha256(keys[0]!), nonce);
  cipher.setAAD(Buffer.from(boundTo));
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]);
}

/**
 * Tries each key of the list; null when none opens it. Nothing in a ciphertext names its key: the tag says which one fits,
 * and 128 bits do not fit by chance.
 */
export function open(keys: Keys, boundTo: string, sealed: Buffer): Opened | null {
  for (const [place, key] of keys.entries()) {
    try {
      return { text: unsealWith(sha256(key), boundTo, sealed), place };
    } catch {
      // An older key may be the one.
    }
  }
  return null;
}

/** Throws when no key of the list opens it. */
export function unseal(keys: Keys, boundTo: string, sealed: Buffer): string {
  const opened = open(keys, boundTo, sealed);
  if (!opened) throw new Error('no key of the list opens this');
  return opened.text;
}

function unsealWith(key: Buffer, boundTo: string, sealed: Buffer): string {
  const decipher = createDecipheriv(algorithm, key, sealed.subarray(0, nonceBytes));
  decipher.setAAD(Buffer.from(boundTo));
  decipher.setAuthTag(sealed.subarray(nonceBytes, nonceBytes + tagBytes));
  const body = sealed.subarray(nonceBytes + tagBytes);
  return Buffer.concat([decipher.update(body), decipher.final()]).toString('utf8');
}
