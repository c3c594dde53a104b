import { sql } from 'drizzle-orm';
import { sha256 } from './ids';
import type { OneShotDb } from './one-shot-db';

/** Where the chain of the audit log is broken. `seq` is the link's number, `entryId` the entry's. */
export type ChainFault =
  /** The entry's words are not those that were hashed, or the link itself was rewritten. */
  | { kind: 'changed'; seq: number; entryId: number }
  /** A link whose entry is gone. */
  | { kind: 'entry-missing'; seq: number; entryId: number }
  /** A number of the chain is not there. */
  | { kind: 'link-missing'; seq: number }
  /** An entry that no link covers. */
  | { kind: 'entry-unlinked'; entryId: number }
  /** The link that was kept outside is not there, or is another. */
  | { kind: 'not-as-expected'; seq: number };

/** The end of a chain: what to keep outside, so that a chain cut short is seen. */
export interface ChainEnd {
  readonly seq: number;
  /** sha-256, hex; empty for an empty chain. */
  readonly hash: string;
}

export interface ChainReport {
  readonly entries: number;
  readonly end: ChainEnd;
  /** The first break in the order of the chain; null for a sound one. */
  readonly fault: ChainFault | null;
}

/** Columns as text, in the order that `platform.audit_hash` hashes them. */
const page = (after: number, limit: number) => sql`
  select l.seq::float8 as seq, l.entry_id::float8 as "entryId", l.hash, e.id is not null as present,
    to_json(array[e.id::text, (extract(epoch from e.at) * 1000000)::bigint::text, e.actor, e.action, e.object_type,
      e.object_id, e.outcome, e.ip, e.request_id, e.facts::text]) as fields
  from platform.audit_link l left join platform.audit_entry e on e.id = l.entry_id
  where l.seq > ${after} order by l.seq limit ${limit}`;

const unlinked = sql`
  select e.id::float8 as id from platform.audit_entry e
  where not exists (select 1 from platform.audit_link l where l.entry_id = e.id) order by e.id limit 1`;

interface Row extends Record<string, unknown> {
  seq: number;
  entryId: number;
  hash: string;
  present: boolean;
  fields: Array<string | null>;
}

const field = (value: string | null): string =>
  value === null ? '-' : `${Buffer.byteLength(value)}:${value}`;

const hashOf = (previous: string, { fields }: Row): string =>
  sha256(previous + fields.map(field).join('')).toString('hex');

function faultOf(row: Row, before: ChainEnd): ChainFault | null {
  const { seq, entryId } = row;
  if (seq !== before.seq + 1) return { kind: 'link-missing', seq: before.seq + 1 };
  if (!row.present) return { kind: 'entry-missing', seq, entryId };
  return hashOf(before.hash, row) === row.hash ? null : { kind: 'changed', seq, entryId };
}

/**
 * Walks the chain of the audit log from its first link and recomputes each hash here, not with the database's
 * own function, which whoever changed a row could have changed too. `expected` is an end that was noted earlier.
 */
export async function verifyAuditChain(
  db: OneShotDb,
  { expected, pageSize = 5_000 }: { expected?: ChainEnd; pageSize?: number } = {},
): Promise<ChainReport> {
  let end: ChainEnd = { seq: 0, hash: '' };
  let asExpected = !expected || (expected.seq === 0 && expected.hash === '');
  for (;;) {
    const rows = await db.execute<Row>(page(end.seq, pageSize));
    for (const row of rows) {
      const fault = faultOf(row, end);
      if (fault) return { entries: end.seq, end, fault };
      end = { seq: row.seq, hash: row.hash };
      asExpected ||= expected?.seq === end.seq && expected.hash === end.hash;
    }
    if (rows.length < pageSize) break;
  }
  const [stray] = await db.execute<{ id: number }>(unlinked);
  const fault: ChainFault | null = stray
    ? { kind: 'entry-unlinked', entryId: stray.id }
    : asExpected
      ? null
      : { kind: 'not-as-expected', seq: expected!.seq };
  return { entries: end.seq, end, fault };
}
