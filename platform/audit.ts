import { sqlNow } from './clock';
import { actorRef } from './actor';
import type { Ctx } from './context';
import { auditEntry, auditReason } from './tables.server';

export interface AuditFact {
  /** Dotted word of the vocabulary, e.g. `identity.signed-in`. */
  action: string;
  outcome?: 'ok' | 'refused' | 'failed';
  object?: { type: string; id: string };
  /** Ids, codes and counts only. */
  facts?: Record<string, string | number | boolean | null>;
  /**
   * Why somebody looked or decided so, in their own words. It may name a person, so it lies beside the entry: it can be
   * erased while the entry stays.
   */
  reason?: string;
}

/** Writes one audit row on the context's connection: inside a transaction it stands or falls with the change. */
export async function audit(
  ctx: Ctx,
  { action, outcome = 'ok', object, facts = {}, reason }: AuditFact,
): Promise<void> {
  const written = await ctx.db
    .insert(auditEntry)
    .values({
      at: sqlNow,
      actor: actorRef(ctx.actor),
      action,
      objectType: object?.type ?? null,
      objectId: object?.id ?? null,
      outcome,
      ip: ctx.ip,
      requestId: ctx.requestId,
      facts,
    })
    .returning({ id: auditEntry.id });
  if (reason !== undefined)
    await ctx.db.insert(auditReason).values({ entryId: written[0]!.id, reason });
}
