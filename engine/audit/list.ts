import { and, eq, gte, lt, sql } from 'drizzle-orm';
import type { CtxOf } from '#platform/context';
import { isId } from '#platform/base/ids';
import type { Page, RequestOf } from '#platform/lists/list';
import {
  choose,
  chooseNumbers,
  findPage,
  type Choice,
  type Listing,
  type Narrowing,
} from '#platform/lists/list-page';
import type { auditList } from '#platform/lists/console-lists';
import type { AuditRecord } from '#platform/lists/console-records';
import { auditEntry, auditReason, isBreakGlass, isFailed, isRefused } from './tables.server';

type Request = RequestOf<typeof auditList>;

const { at, actor, action, objectType, objectId, outcome } = auditEntry;

/** In the order of time whichever of both it is sorted by: ids are handed out as time goes by. */
const listing: Listing<Request['sort']['field']> = {
  table: auditEntry,
  id: auditEntry.id,
  own: at,
  columns: { at },
  partitions: [
    { column: objectId, chosen: 'few' },
    { column: actor, chosen: 'many' },
    { column: action, chosen: 'many' },
    { column: objectType, chosen: 'many' },
  ],
};

/** No action reads like the id of somebody or something. */
const named = (q: string): readonly Choice[] => [
  ...(isId(q) || q.includes(':') ? [] : [{ column: action, words: q }]),
  { column: objectId, values: [q] },
  { column: actor, values: [q] },
];

const one = (value: string | undefined) => (value === undefined ? undefined : [value]);

const narrowing = ({ filter }: Request): Narrowing => ({
  choices: [
    chooseNumbers(auditEntry.id, filter.id),
    choose(actor, one(filter.actor)),
    choose(action, filter.action),
    choose(objectType, one(filter.objectType)),
    choose(objectId, one(filter.objectId)),
  ],
  either: filter.q ? named(filter.q) : undefined,
  where: and(
    filter.outcome && outcomeIs[filter.outcome],
    filter.from ? gte(at, sql`${filter.from}::timestamptz`) : undefined,
    filter.to ? lt(at, sql`${filter.to}::timestamptz`) : undefined,
    filter.breakGlass && isBreakGlass,
  ),
});

/** In the words of the indexes, which hold the rare ones only. */
const outcomeIs = {
  ok: eq(outcome, 'ok'),
  refused: isRefused,
  failed: isFailed,
};

/** A page of the audit log. Addresses and typed reasons are for admins. */
export async function listAudit(ctx: CtxOf<'staff'>, request: Request): Promise<Page<AuditRecord>> {
  const page = findPage(listing, request, narrowing(request));
  const rows = await ctx.db
    .select({ entry: auditEntry, reason: auditReason.reason })
    .from(auditEntry)
    .innerJoin(page.keys, page.isOn)
    .leftJoin(auditReason, eq(auditReason.entryId, auditEntry.id))
    .orderBy(page.order);
  const all = ctx.actor.role === 'admin';
  return page.answer(
    ctx,
    rows.map(({ entry, reason }) => toRecord(entry, all ? reason : null, all)),
  );
}

const toRecord = (
  {
    id,
    at,
    actor,
    action,
    objectType,
    objectId,
    outcome,
    facts,
    ip,
  }: typeof auditEntry.$inferSelect,
  reason: string | null,
  all: boolean,
): AuditRecord => {
  // The hash is for the check of the log and says nothing to a person.
  const { reasonHash, ...details } = facts as Record<string, unknown>;
  return {
    id,
    at: at.toISOString(),
    actor,
    action,
    objectType,
    objectId,
    outcome,
    facts: details,
    ip: all ? ip : null,
    reason,
    reasonErased: all && reasonHash !== undefined && reason === null && action !== sealed,
    allowedEvents: [],
  };
};

/** Entries that hold the hash of another one's reason. */
const sealed = 'audit.reason-sealed';
