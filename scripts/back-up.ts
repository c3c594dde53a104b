import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import { writeFileSync } from 'node:fs';
import type { Env } from '#platform/config/env';
import { openPlace } from '#platform/config/places';
import { faultOfPlace } from '#platform/config/places/address';
import type { Storage } from '#platform/ports/storage';
import { BackupRefused } from './backup/manifest';
import { sealFor } from './backup/seal';
import { takeBackup } from './backup/take-backup';
import { notUnderstood } from './lib/usage';

export const usage = [
  'Usage: npm run backup -- --to <folder|s3://bucket/prefix>',
  '       npm run backup -- --new-key <file>',
  '  --to       copies database and files there, in a folder of its own, encrypted for BACKUP_RECIPIENTS',
  '  --new-key  makes the key that opens backups; keep the file where the product is not',
];

/** Takes a backup of the running product, or makes a key for it. 0: done; 1: refused; 2: not understood. */
export async function backUp(
  { env, storage }: { env: Env; storage: Storage },
  words: readonly string[],
  say: (line: string) => void,
): Promise<number> {
  const [option, value, ...more] = words;
  if (!value || more.length > 0 || (option !== '--to' && option !== '--new-key'))
    return notUnderstood(usage, say);
  if (option === '--new-key') return makeKey(value, say);
  const fault = faultOfPlace(value);
  if (fault) {
    say(`--to ${fault}`);
    return 2;
  }
  const recipients = env.BACKUP_RECIPIENTS;
  if (!recipients) {
    say('BACKUP_RECIPIENTS is required: make a key with --new-key, and name its recipient there.');
    return 1;
  }
  return copy({ env, storage, to: value, recipients }, say);
}

async function copy(
  asked: { env: Env; storage: Storage; to: string; recipients: readonly string[] },
  say: (line: string) => void,
): Promise<number> {
  const { env, storage, to, recipients } = asked;
  const began = performance.now();
  try {
    const place = openPlace(env, to);
    const made = await takeBackup({ env, storage, place, seal: sealFor(recipients) });
    const rows = made.tables.reduce((sum, table) => sum + table.rows, 0);
    const seconds = ((performance.now() - began) / 1_000).toFixed(1);
    say(
      `${place.address}/${made.id}: ${rows} rows of ${made.tables.length} tables, ${made.files.count} files, ${seconds} s.`,
    );
    return 0;
  } catch (error) {
    if (!(error instanceof BackupRefused)) throw error;
    say(error.message);
    return 1;
  }
}

async function makeKey(file: string, say: (line: string) => void): Promise<number> {
  const identity = await generateX25519Identity();
  const recipient = await identityToRecipient(identity);
  // Never over another key: what that one opens would be lost.
  writeFileSync(file, `# recipient: ${recipient}\n${identity}\n`, { flag: 'wx', mode: 0o600 });
  say(`BACKUP_RECIPIENTS=${recipient}`);
  say(`${file} opens the backups, and nothing else does. Keep it away from this machine.`);
  return 0;
}
