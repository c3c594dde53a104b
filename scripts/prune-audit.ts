import { countHolds } from '#modules/leaving';
import { pruneStep } from '#engine/operations';
import { withOneShotDb, type OneShotDb } from '#platform/database/one-shot-db';
import type { Env } from '#platform/config/env';
import { verifyAudit } from './verify-audit';

export const usage = [
  'Usage: npm run audit:prune',
  '  removes entries of the audit log that are older than six years, and signs where it begins from then on;',
  '  as DATABASE_OWNER_URL, with AUDIT_ANCHOR_KEYS. A log that is not sound is left as it is, and so is one while',
  '  a legal hold stands',
];

type Settings = Pick<Env, 'databaseOwnerUrl' | 'AUDIT_ANCHOR_KEYS'>;

/** Nobody waits for it, and a step is some thousand rows of each chain. */
const limits = { statement_timeout: 600_000, lock_timeout: 60_000 };

/** Prunes the audit log. 0: whatever was due is gone; 1: the log is broken; 2: not done. */
export async function pruneAudit(
  { databaseOwnerUrl, AUDIT_ANCHOR_KEYS: keys }: Settings,
  words: readonly string[],
  say: (line: string) => void,
): Promise<number> {
  if (words.length > 0 || !keys) {
    (words.length > 0 ? usage : ['AUDIT_ANCHOR_KEYS is required.']).forEach(say);
    return 2;
  }
  const found: string[] = [];
  const code = await verifyAudit(databaseOwnerUrl, [], (line) => found.push(line), keys);
  if (code !== 0) {
    for (const line of [...found, 'Nothing was pruned.']) say(line);
    return code;
  }
  return prune(databaseOwnerUrl, keys[0]!, say);
}

/** An entry about somebody is known by much more than their id, and goes only after all before it in its chain. */
async function stepUnlessHeld(db: OneShotDb, key: string): Promise<number> {
  const holds = await countHolds(db);
  if (holds > 0)
    throw new Error(
      `accounts under a legal hold: ${holds}. Until it is lifted the log is kept whole`,
    );
  return pruneStep(db, key);
}

async function prune(url: string, key: string, say: (line: string) => void): Promise<number> {
  let gone = 0;
  try {
    await withOneShotDb(
      url,
      async (db) => {
        for (let more = 1; more > 0; gone += more) more = await stepUnlessHeld(db, key);
      },
      { limits },
    );
    say(`${gone} entries were older than six years and are gone.`);
    return 0;
  } catch (error) {
    say(`Not done: ${error instanceof Error ? error.message : 'unknown error'}`);
    say(`${gone} entries are gone, and the log is whole; run it again.`);
    return 2;
  }
}
