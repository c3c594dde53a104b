import { createHmac, timingSafeEqual } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { OneShotDb } from '#platform/database/one-shot-db';

/** Pruning waits for whoever checks the log, and nobody checks it meanwhile. */
export const pruneLock = sql.raw('7246021, 75');

/** The last link of a chain whose entry was pruned, and all before it. */
export interface ChainEndpoint {
  readonly chain: number;
  readonly seq: number;
  /** sha-256, hex. */
  readonly hash: string;
}

/** Where the log begins once entries were pruned; moments are whole microseconds since 1970, as text. */
export interface Anchor {
  readonly at: string;
  /** No pruned entry is younger. */
  readonly olderThan: string;
  /** Of each chain that was pruned, in their order. */
  readonly ends: readonly ChainEndpoint[];
}

interface StoredAnchor extends Anchor, Record<string, unknown> {
  readonly id: number;
  readonly signature: string;
}

/** What the anchors say of the log. */
export interface Anchoring {
  readonly begins: readonly ChainEndpoint[];
  /** How many entries were pruned. */
  readonly pruned: number;
  /** The first anchor that is not what a key of ours signed; null where all are, or nothing could be compared. */
  readonly changed: number | null;
}

/**
 * Over the anchor and the signature of the one before, so that none can be changed, left out or put between. The key is
 * neither in the database nor with web and worker: who owns the tables can remove entries, and cannot sign that they were due.
 */
export function signatureOf(key: string, former: string | null, anchor: Anchor): string {
  const { at, olderThan, ends } = anchor;
  const spelled = [former, at, olderThan, ends.map(({ chain, seq, hash }) => [chain, seq, hash])];
  return createHmac('sha256', key)
    .update(`audit-anchor\n${JSON.stringify(spelled)}`)
    .digest('hex');
}

export const micros = (moment: string) =>
  sql.raw(`(extract(epoch from ${moment}) * 1000000)::bigint::text`);

/** All of them, oldest first. */
export const readAnchors = async (db: Pick<OneShotDb, 'execute'>): Promise<StoredAnchor[]> =>
  db.execute<StoredAnchor>(sql`
    select id::float8 as id, ${micros('at')} as at, ${micros('older_than')} as "olderThan", ends, signature
    from platform.audit_anchor order by audit_anchor.id`);

/** @param keys without them the anchors are taken as they are: the chains still have to go on from them */
export function judgeAnchors(
  anchors: readonly StoredAnchor[],
  keys: readonly string[] | undefined,
): Anchoring {
  const last = anchors.at(-1);
  const begins = last?.ends ?? [];
  const changed = keys && anchors.find((anchor, n) => !isSigned(keys, anchors[n - 1], anchor));
  return {
    begins,
    pruned: begins.reduce((sum, { seq }) => sum + seq, 0),
    changed: changed?.id ?? null,
  };
}

function isSigned(
  keys: readonly string[],
  former: StoredAnchor | undefined,
  anchor: StoredAnchor,
): boolean {
  const given = Buffer.from(anchor.signature);
  return keys.some((key) => {
    const expected = Buffer.from(signatureOf(key, former?.signature ?? null, anchor));
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
}
