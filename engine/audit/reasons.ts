import { and, eq, inArray, or, sql } from 'drizzle-orm';
import { audit } from './audit';
import type { Ctx } from '#platform/context';
import { withTransaction } from '../unit-of-work/transaction';
import type { OneShotDb } from '#platform/database/one-shot-db';
import { reasonHash } from './reason-hash';
import { auditEntry, auditReason } from './tables.server';

/** Where typed reasons are not what the chain says of them. */
export type ReasonFault =
  /** The text does not fit its hash, or no entry has a hash of it. */
  | { kind: 'reason-changed'; entryId: number }
  /** The text is gone, and no entry says that it was erased. */
  | { kind: 'reason-missing'; entryId: number };

export interface ReasonReport {
  readonly kept: number;
  readonly erased: number;
  readonly fault: ReasonFault | null;
}

/**
 * Erases what was typed about objects, and by an actor (`patient:<id>`); entries and chain stay, and say so. To be done
 * again is harmless.
 *
 * @returns how many texts are gone now that were there
 */
export async function eraseReasons(
  ctx: Ctx,
  objects: ReadonlyArray<{ type: string; id: string }>,
  { by }: { by?: string } = {},
): Promise<number> {
  if (objects.length === 0) return 0;
  return withTransaction(ctx, async (tx) => {
    const about = tx.db
      .select({ id: auditEntry.id })
      .from(auditEntry)
      .where(
        or(
          ...objects.map(({ type, id }) =>
            and(eq(auditEntry.objectType, type), eq(auditEntry.objectId, id)),
          ),
          by === undefined ? undefined : eq(auditEntry.actor, by),
        ),
      );
    const gone = await tx.db
      .delete(auditReason)
      .where(inArray(auditReason.entryId, about))
      .returning({ entryId: auditReason.entryId });
    for (const { entryId } of gone)
      await audit(tx, {
        action: 'audit.reason-erased',
        object: { type: 'audit-entry', id: String(entryId) },
      });
    return gone.length;
  });
}

/**
 * Of each hash its text; the hash of an entry from before hashes is in the entry that sealed it. What says that a text was
 * erased can be pruned before the entry that it was typed for.
 */
const page = (after: number, limit: number) => sql`
  with hashed as (
    select e.id, e.facts->>'reasonHash' as hash from platform.audit_entry e
      where e.facts ? 'reasonHash' and e.action <> 'audit.reason-sealed'
    union all
    select e.object_id::bigint, min(e.facts->>'reasonHash') from platform.audit_entry e
      where e.action = 'audit.reason-sealed'
        and exists (select from platform.audit_entry x where x.id = e.object_id::bigint)
      group by e.object_id
  )
  select coalesce(h.id, r.entry_id)::float8 as "entryId", h.hash, r.salt, r.reason,
    exists (select 1 from platform.audit_entry x
      where x.object_id = h.id::text and x.action = 'audit.reason-erased')
    or exists (select 1 from platform.audit_entry x
      where x.id = h.id and x.at < (select max(older_than) from platform.audit_anchor)) as erased
  from hashed h full join platform.audit_reason r on r.entry_id = h.id
  where coalesce(h.id, r.entry_id) > ${after} order by 1 limit ${limit}`;

interface Row extends Record<string, unknown> {
  entryId: number;
  hash: string | null;
  salt: string | null;
  reason: string | null;
  erased: boolean;
}

function faultOf({ entryId, hash, salt, reason, erased }: Row): ReasonFault | null {
  if (reason === null || salt === null) return erased ? null : { kind: 'reason-missing', entryId };
  return hash !== null && reasonHash(salt, reason) === hash
    ? null
    : { kind: 'reason-changed', entryId };
}

/** Holds every typed reason that is still there against its hash. Hashes are to be trusted once the chain is sound. */
export async function verifyReasons(
  db: OneShotDb,
  { pageSize = 5_000 }: { pageSize?: number } = {},
): Promise<ReasonReport> {
  let kept = 0;
  let erased = 0;
  for (let last = 0; ;) {
    const rows = await db.execute<Row>(page(last, pageSize));
    for (const row of rows) {
      const fault = faultOf(row);
      if (fault) return { kept, erased, fault };
      if (row.reason === null) erased += 1;
      else kept += 1;
      last = row.entryId;
    }
    if (rows.length < pageSize) return { kept, erased, fault: null };
  }
}
