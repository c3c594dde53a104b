import { createECDH, randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { Refusal, codeOf } from './say.mjs';

/** Made once for a demo data folder; production brings its own. */
export const generatedSecrets = [
  'POSTGRES_PASSWORD',
  'OTP_HMAC_KEYS',
  'OTP_CIPHER_KEYS',
  'STAFF_CIPHER_KEYS',
  'COURIER_CIPHER_KEYS',
  'COURIER_PASSWORD',
  'PUSH_PRIVATE_KEY',
];

/**
 * The secrets of a data folder, with what follows from them; those that are missing are made now.
 * @param {string} dataDir
 * @returns {Record<string, string>}
 */
export function secretsOf(dataDir) {
  const file = path.join(dataDir, 'secrets.json');
  const known = readSecrets(file);
  if (!known.POSTGRES_PASSWORD && fs.existsSync(path.join(dataDir, 'postgres', 'PG_VERSION'))) {
    throw new Refusal(
      `${dataDir} holds a database but no secrets.json with its password. Restore that file, or remove the folder to begin anew.`,
    );
  }
  const missing = generatedSecrets.filter((name) => !known[name]);
  if (missing.length === 0) return withPushKey(known);
  for (const name of missing) known[name] = randomBytes(32).toString('base64url');
  const half = `${file}.${process.pid}`;
  fs.writeFileSync(half, `${JSON.stringify(known, null, 2)}\n`, { mode: 0o600 });
  fs.renameSync(half, file);
  return withPushKey(known);
}

/** @param {string} file @returns {Record<string, string>} */
function readSecrets(file) {
  try {
    return JSON.parse(fs.readFileSync(file, 'utf8'));
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return {};
    throw new Refusal(
      `${file} cannot be read. Restore it, or remove the data folder to begin anew.`,
    );
  }
}

/**
 * Secrets with what follows from them: by which push services know the installation.
 * @param {Record<string, string>} secrets
 */
export function withPushKey(secrets) {
  const pair = createECDH('prime256v1');
  pair.setPrivateKey(secrets.PUSH_PRIVATE_KEY ?? '', 'base64url');
  const PUSH_PUBLIC_KEY = pair.getPublicKey('base64url');
  return { ...secrets, PUSH_PUBLIC_KEY, PUSH_CONTACT: 'https://example.com' };
}
