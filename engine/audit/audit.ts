import { type Actor, actorRef } from '#platform/base/actor';
import type { Ctx, RowKind } from '#platform/context';
import { newToken } from '#platform/base/ids';
import { appendAtCommit } from '../unit-of-work/unit-of-work';
import { reasonHash } from './reason-hash';

export interface AuditDetail {
  /** Dotted word of the vocabulary, e.g. `identity.signed-in`. */
  action: string;
  outcome?: 'ok' | 'refused' | 'failed';
  object?: { type: string; id: string };
  /** Ids, codes and counts only. */
  details?: Record<string, string | number | boolean | null>;
  /**
   * Why somebody looked or decided so, in their own words. It may name a person, so it lies beside the entry: it can be
   * erased while the entry stays, and the entry holds its salted hash.
   */
  reason?: string;
}

/** As the statement reads it; the text of a reason and its salt go to a row of their own. */
interface AuditRow {
  readonly actor: string;
  readonly action: string;
  readonly type: string | null;
  readonly object: string | null;
  readonly outcome: string;
  readonly ip: string | null;
  readonly request: string;
  readonly details: object;
  readonly reason: string | null;
  readonly salt: string | null;
}

const auditRows: RowKind<AuditRow> = {
  name: 'audited',
  write: (param) => `
  audited_rows as materialized (
    select nextval('platform.audit_entry_id_seq') as id, r.* from (
      select * from jsonb_to_recordset(${param}::jsonb) as t(n int, actor text, action text, type text, object text,
        outcome text, ip text, request text, details jsonb, reason text, salt text) order by n) r),
  audited_reasons as (
    insert into platform.audit_reason (entry_id, reason, salt)
    select id, reason, salt from audited_rows where reason is not null),
  audited as (
    insert into platform.audit_entry
      (id, at, actor, action, object_type, object_id, outcome, ip, request_id, facts)
    select id, platform.now(), actor, action, type, object, outcome, ip, request, details from audited_rows
    order by id returning 1)`,
};

/** Of a clinic, which member or which token acted; without it the one who registered the clinic, whose id is the clinic's. */
function memberOf(actor: Actor): { member?: string; token?: string } {
  if (actor.kind !== 'clinic') return {};
  if (actor.token) return { token: actor.token.id };
  return actor.member.id === actor.id ? {} : { member: actor.member.id };
}

/**
 * Writes one audit row: with the open transaction, at its end, it stands or falls with the change; without one, at
 * once. The database's trigger links it into the chain at the commit (docs/decisions/0014).
 */
export async function audit(
  ctx: Ctx,
  { action, outcome = 'ok', object, details = {}, reason }: AuditDetail,
): Promise<void> {
  const salt = reason === undefined ? null : newToken();
  const all = { ...details, ...memberOf(ctx.actor) };
  await appendAtCommit(ctx, auditRows, {
    actor: actorRef(ctx.actor),
    action,
    type: object?.type ?? null,
    object: object?.id ?? null,
    outcome,
    ip: ctx.ip,
    request: ctx.requestId,
    details: salt === null ? all : { ...all, reasonHash: reasonHash(salt, reason!) },
    reason: reason ?? null,
    salt,
  });
}
