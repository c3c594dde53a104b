import { sql } from 'drizzle-orm';
import { judgeAnchors, pruneLock, readAnchors, type ChainEndpoint } from './anchors';
import { sha256 } from '#platform/base/ids';
import type { OneShotDb } from '#platform/database/one-shot-db';

/** Where the audit log is broken. `chain` and `seq` are a link's, `entryId` the entry's. */
export type ChainFault =
  /** The entry's words are not those that were hashed, or the link itself was rewritten. */
  | { kind: 'changed'; chain: number; seq: number; entryId: number }
  /** A link whose entry is gone. */
  | { kind: 'entry-missing'; chain: number; seq: number; entryId: number }
  /** A number of a chain is not there. */
  | { kind: 'link-missing'; chain: number; seq: number }
  /** An entry that no link covers. */
  | { kind: 'entry-unlinked'; entryId: number }
  /** An anchor says something else than was signed. */
  | { kind: 'anchor-changed'; anchor: number }
  /** The end that was kept outside is not there, or is another. */
  | { kind: 'not-as-expected' };

/** The end of all chains: what to keep outside, so that one that was cut short is seen. */
export interface ChainEnd {
  /** Number of the last link of each chain, without empty ones after the last. */
  readonly seqs: readonly number[];
  /** sha-256, hex: of the last link where there is one chain, over those of all where there are several. */
  readonly hash: string;
}

export interface ChainReport {
  readonly entries: number;
  /** How many stood before them, and were removed when they were old enough. */
  readonly pruned: number;
  readonly end: ChainEnd;
  /** The first break, in the order of the chains; null for a sound log. */
  readonly fault: ChainFault | null;
}

/** As many as `platform.choose_audit_chain` knows. */
const chains = Array.from({ length: 16 }, (_, chain) => chain);

/** Columns as text, in the order that `platform.audit_hash` hashes them. */
const page = (chain: number, after: number, limit: number) => sql`
  select l.seq::float8 as seq, l.entry_id::float8 as "entryId", l.hash, e.id is not null as present,
    l.beside::float8 as beside, b.hash as "besideHash",
    to_json(array[e.id::text, (extract(epoch from e.at) * 1000000)::bigint::text, e.actor, e.action, e.object_type,
      e.object_id, e.outcome, e.ip, e.request_id, e.facts::text]) as fields
  from platform.audit_link l left join platform.audit_entry e on e.id = l.entry_id
    left join platform.audit_link b on b.chain = l.seq % ${chains.length}::int and b.seq = l.beside
  where l.chain = ${chain}::int and l.seq > ${after} order by l.seq limit ${limit}`;

const unlinked = sql`
  select e.id::float8 as id from platform.audit_entry e
  where not exists (select 1 from platform.audit_link l where l.entry_id = e.id) order by e.id limit 1`;

interface Row extends Record<string, unknown> {
  seq: number;
  entryId: number;
  hash: string;
  present: boolean;
  beside: number | null;
  besideHash: string | null;
  fields: Array<string | null>;
}

const field = (value: string | null): string =>
  value === null ? '-' : `${Buffer.byteLength(value)}:${value}`;

const hashOf = (previous: string, { fields, besideHash }: Row): string => {
  const before = besideHash === null ? previous : `${previous}/${besideHash}`;
  return sha256(before + fields.map(field).join('')).toString('hex');
};

/** The last link of one chain that is known to be sound. */
interface Last {
  readonly seq: number;
  readonly hash: string;
}

function faultOf(chain: number, row: Row, before: Last): ChainFault | null {
  const { seq, entryId, beside } = row;
  if (seq !== before.seq + 1) return { kind: 'link-missing', chain, seq: before.seq + 1 };
  if (!row.present) return { kind: 'entry-missing', chain, seq, entryId };
  if (beside !== null && row.besideHash === null)
    return { kind: 'link-missing', chain: seq % chains.length, seq: beside };
  return hashOf(before.hash, row) === row.hash ? null : { kind: 'changed', chain, seq, entryId };
}

/** @param met is called with each link that is sound */
async function walk(
  db: OneShotDb,
  { from, pageSize }: { from: ChainEndpoint; pageSize: number },
  met: (link: Last) => void,
): Promise<{ last: Last; fault: ChainFault | null }> {
  const { chain } = from;
  let last: Last = { seq: from.seq, hash: from.hash };
  met(last);
  for (;;) {
    const rows = await db.execute<Row>(page(chain, last.seq, pageSize));
    for (const row of rows) {
      const fault = faultOf(chain, row, last);
      if (fault) return { last, fault };
      last = { seq: row.seq, hash: row.hash };
      met(last);
    }
    if (rows.length < pageSize) return { last, fault: null };
  }
}

function endOf(all: readonly Last[]): ChainEnd {
  const used = all.slice(0, all.findLastIndex(({ seq }) => seq > 0) + 1);
  const hashes = used.map(({ hash }) => hash);
  return {
    seqs: used.map(({ seq }) => seq),
    hash: hashes.length > 1 ? sha256(hashes.join('/')).toString('hex') : (hashes[0] ?? ''),
  };
}

interface Check {
  /** An end that was noted earlier. */
  readonly expected?: ChainEnd;
  /** What anchors are signed with; without them the chains still have to go on from where these say. */
  readonly anchorKeys?: readonly string[];
  readonly pageSize?: number;
}

/**
 * Walks each chain of the audit log from its first link, or from the last one whose entry was pruned, and recomputes each
 * hash here, not with the database's own function, which whoever changed a row could have changed too. Nothing is pruned
 * before the session ends.
 */
export async function verifyAuditChain(
  db: OneShotDb,
  { expected, anchorKeys, pageSize = 5_000 }: Check = {},
): Promise<ChainReport> {
  await db.execute(sql`select pg_advisory_lock_shared(${pruneLock})`);
  const { begins, pruned, changed } = judgeAnchors(await readAnchors(db), anchorKeys);
  const ends: Last[] = [];
  const noted: Last[] = [];
  let entries = 0;
  const reportOf = (fault: ChainFault | null) => ({ entries, pruned, end: endOf(ends), fault });
  if (changed !== null) return reportOf({ kind: 'anchor-changed', anchor: changed });
  for (const chain of chains) {
    let then: Last = { seq: 0, hash: '' };
    const from = begins.find((begin) => begin.chain === chain) ?? { chain, ...then };
    const { last, fault } = await walk(db, { from, pageSize }, (link) => {
      if (link.seq === expected?.seqs[chain]) then = link;
    });
    ends.push(last);
    noted.push(then);
    entries += last.seq - from.seq;
    if (fault) return reportOf(fault);
  }
  return reportOf(await faultOfAll(db, { noted, expected }));
}

async function faultOfAll(
  db: OneShotDb,
  { noted, expected }: { noted: readonly Last[]; expected: ChainEnd | undefined },
): Promise<ChainFault | null> {
  const [stray] = await db.execute<{ id: number }>(unlinked);
  if (stray) return { kind: 'entry-unlinked', entryId: stray.id };
  if (!expected) return null;
  const { seqs, hash } = endOf(noted);
  const isThere = hash === expected.hash && seqs.join() === expected.seqs.join();
  return isThere ? null : { kind: 'not-as-expected' };
}
