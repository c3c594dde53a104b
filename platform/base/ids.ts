import { createHash, randomBytes, randomUUID } from 'node:crypto';

/** A random (v4) uuid: ids that people can see must not be guessable from one another. */
export const newId = (): string => randomUUID();

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Whether Postgres takes the text for a uuid as we write it; anything else it would answer with an error. */
export const isId = (text: string): boolean => uuid.test(text);

/** `bytes` random bytes as base64url; 32 by default, for session and one-time tokens. */
export const newToken = (bytes = 32): string => randomBytes(bytes).toString('base64url');

/** A name-based (v5-shaped) uuid: the same name always gives the same id. Used for effect keys. */
export function idFromName(name: string): string {
  const hash = createHash('sha256').update(name).digest().subarray(0, 16);
  hash[6] = (hash[6]! & 0x0f) | 0x50;
  hash[8] = (hash[8]! & 0x3f) | 0x80;
  const hex = hash.toString('hex');
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    hex.slice(12, 16),
    hex.slice(16, 20),
    hex.slice(20),
  ].join('-');
}

export const sha256 = (text: string | Buffer): Buffer => createHash('sha256').update(text).digest();
