import { sqlNow } from './clock';
import { actorRef } from './actor';
import type { Ctx } from './context';
import { auditEntry } from './tables.server';

export interface AuditFact {
  /** Dotted word of the vocabulary, e.g. `identity.signed-in`. */
  action: string;
  outcome?: 'ok' | 'refused' | 'failed';
  object?: { type: string; id: string };
  /** Ids, codes and counts only. */
  facts?: Record<string, string | number | boolean | null>;
}

/** Writes one audit row on the context's connection: inside a transaction it stands or falls with the change. */
export async function audit(
  ctx: Ctx,
  { action, outcome = 'ok', object, facts = {} }: AuditFact,
): Promise<void> {
  await ctx.db.insert(auditEntry).values({
    at: sqlNow,
    actor: actorRef(ctx.actor),
    action,
    objectType: object?.type ?? null,
    objectId: object?.id ?? null,
    outcome,
    ip: ctx.ip,
    requestId: ctx.requestId,
    facts,
  });
}
