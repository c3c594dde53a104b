import {
  verifyAuditChain,
  type ChainEnd,
  type ChainFault,
  verifyReasons,
  type ReasonFault,
} from '#engine/operations';
import { withOneShotDb, type OneShotDb } from '#platform/database/one-shot-db';
import { notUnderstood } from './lib/usage';

export const usage = [
  'Usage: npm run audit:verify [-- --expect <hash>@<numbers>]',
  '  --expect  an end that was noted earlier: finds a log that was cut short or computed anew',
];

/**
 * Checks the audit log and says where it is broken. 0: sound; 1: broken; 2: not checked.
 *
 * @param url of the database
 * @param say receives each line
 * @param anchorKeys what says where a pruned log begins is signed with; `elsewhere` of a check that is no proof of it
 */
export async function verifyAudit(
  url: string,
  words: readonly string[],
  say: (line: string) => void,
  anchorKeys?: AnchorKeys,
): Promise<number> {
  const expected = expectedOf(words);
  if (expected === null) return notUnderstood(usage, say);
  try {
    return await withOneShotDb(url, (db) => walk(db, { expected, anchorKeys }, say), {
      limits,
    });
  } catch (error) {
    say(`Not checked: ${error instanceof Error ? error.message : 'unknown error'}`);
    return 2;
  }
}

type AnchorKeys = readonly string[] | 'elsewhere';

/** Of the session, in milliseconds: no page takes this long. */
const limits = { statement_timeout: 5_000, lock_timeout: 4_000 };

async function walk(
  db: OneShotDb,
  { expected, anchorKeys }: { expected: ChainEnd | undefined; anchorKeys: AnchorKeys | undefined },
  say: (line: string) => void,
): Promise<number> {
  const { entries, pruned, end, fault } = await verifyAuditChain(db, {
    expected,
    anchorKeys: anchorKeys === 'elsewhere' ? undefined : anchorKeys,
  });
  if (fault) {
    say(`BROKEN: ${inWords(fault)}`);
    say(`Sound before that: ${entries} entries.`);
    return 1;
  }
  const reasons = await verifyReasons(db);
  if (reasons.fault) {
    say(`BROKEN: ${inWords(reasons.fault)}`);
    say(`The chain is sound: ${entries} entries.`);
    return 1;
  }
  if (pruned > 0 && anchorKeys === undefined) {
    say(
      'Not checked: entries were pruned, and where the log begins is signed with AUDIT_ANCHOR_KEYS.',
    );
    return 2;
  }
  say(`Sound: ${entries} entries${pruned > 0 ? `, after ${pruned} that were pruned` : ''}.`);
  if (reasons.kept + reasons.erased > 0)
    say(`Typed reasons: ${reasons.kept} fit their entries, ${reasons.erased} were erased.`);
  if (entries + pruned > 0)
    say(`Keep this where the database's owner cannot reach: ${end.hash}@${end.seqs.join('.')}`);
  return 0;
}

/** Undefined without the option; null when the words make no sense. */
function expectedOf(words: readonly string[]): ChainEnd | undefined | null {
  if (words.length === 0) return undefined;
  const [option, value = ''] = words;
  const match = /^([0-9a-f]{64})@(\d{1,15}(?:\.\d{1,15}){0,15})$/.exec(value);
  if (option !== '--expect' || words.length !== 2 || !match) return null;
  return { hash: match[1]!, seqs: match[2]!.split('.').map(Number) };
}

/** Most logs have one chain, which needs no name. */
const linkOf = ({ chain, seq }: { chain: number; seq: number }): string =>
  chain === 0 ? `link ${seq}` : `link ${seq} of chain ${chain}`;

function inWords(fault: ChainFault | ReasonFault): string {
  switch (fault.kind) {
    case 'changed':
      return `entry ${fault.entryId} (${linkOf(fault)}) is not what was written.`;
    case 'entry-missing':
      return `entry ${fault.entryId} (${linkOf(fault)}) is gone.`;
    case 'link-missing':
      return `${linkOf(fault)} is gone.`;
    case 'entry-unlinked':
      return `entry ${fault.entryId} was put in without a link.`;
    case 'reason-changed':
      return `the reason of entry ${fault.entryId} is not what was typed.`;
    case 'reason-missing':
      return `the reason of entry ${fault.entryId} is gone, and no entry says that it was erased.`;
    case 'anchor-changed':
      return `anchor ${fault.anchor} (where the log begins) was not signed with a key of AUDIT_ANCHOR_KEYS.`;
    case 'not-as-expected':
      return 'the log does not have the end that was noted: it was cut short or computed anew.';
  }
}
