import { and, eq, gte, lt, or, sql, type AnyColumn, type SQL } from 'drizzle-orm';
import type { ActorOf } from './actor';
import type { Ctx } from './context';
import { isId } from './ids';
import type { Page, RequestOf } from './list';
import { anyOf, countOf, holds, numberIn, orderOf } from './list-query';
import type { auditList } from './staff-lists';
import type { AuditRecord } from './staff-records';
import { auditEntry, auditReason } from './tables.server';

type Request = RequestOf<typeof auditList>;

const columns = { id: auditEntry.id, at: auditEntry.at } satisfies Record<
  Request['sort']['field'],
  AnyColumn
>;

const is = (column: AnyColumn, value: string | undefined): SQL | undefined =>
  value === undefined ? undefined : eq(column, value);

function words(q: string | undefined): SQL | undefined {
  if (!q) return undefined;
  const exact = or(eq(auditEntry.objectId, q), eq(auditEntry.actor, q));
  // No action reads like the id of somebody or something, and only ids have an index.
  return isId(q) || q.includes(':') ? exact : or(holds([auditEntry.action], q), exact);
}

const conditions = ({ filter }: Request): SQL | undefined =>
  and(
    numberIn(auditEntry.id, filter.id),
    is(auditEntry.actor, filter.actor),
    anyOf(auditEntry.action, filter.action),
    is(auditEntry.objectType, filter.objectType),
    is(auditEntry.objectId, filter.objectId),
    is(auditEntry.outcome, filter.outcome),
    filter.from ? gte(auditEntry.at, sql`${filter.from}::timestamptz`) : undefined,
    filter.to ? lt(auditEntry.at, sql`${filter.to}::timestamptz`) : undefined,
    filter.breakGlass ? sql`${auditEntry.facts} @> '{"breakGlass": true}'` : undefined,
    words(filter.q),
  );

/** A page of the audit log. Addresses and typed reasons are for admins. */
export async function listAudit(
  ctx: Ctx<ActorOf<'staff'>>,
  request: Request,
): Promise<Page<AuditRecord>> {
  const where = conditions(request);
  const rows = await ctx.db
    .select({ entry: auditEntry, reason: auditReason.reason })
    .from(auditEntry)
    .leftJoin(auditReason, eq(auditReason.entryId, auditEntry.id))
    .where(where)
    .orderBy(...orderOf(columns, auditEntry.id, request.sort))
    .limit(request.limit)
    .offset(request.offset);
  const all = ctx.actor.role === 'admin';
  return {
    rows: rows.map(({ entry, reason }) => toRecord(entry, all ? reason : null, all)),
    total: await countOf(ctx, auditEntry, where),
  };
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
  const { reasonHash, ...told } = facts as Record<string, unknown>;
  return {
    id,
    at: at.toISOString(),
    actor,
    action,
    objectType,
    objectId,
    outcome,
    facts: told,
    ip: all ? ip : null,
    reason,
    reasonErased: all && reasonHash !== undefined && reason === null && action !== sealed,
    allowedEvents: [],
  };
};

/** Entries that hold the hash of another one's reason. */
const sealed = 'audit.reason-sealed';
