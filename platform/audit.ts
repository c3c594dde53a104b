import { sqlNow } from './clock';
import { actorRef } from './actor';
import { transaction, type Ctx } from './context';
import { newToken } from './ids';
import { reasonHash } from './reason-hash';
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
   * erased while the entry stays, and the entry holds its salted hash.
   */
  reason?: string;
}

/** Writes one audit row on the context's connection: inside a transaction it stands or falls with the change. */
export async function audit(ctx: Ctx, fact: AuditFact): Promise<void> {
  const { reason } = fact;
  if (reason === undefined) await write(ctx, fact);
  else await transaction(ctx, (tx) => writeWithReason(tx, { ...fact, reason }));
}

async function writeWithReason(ctx: Ctx, fact: AuditFact & { reason: string }): Promise<void> {
  const { reason } = fact;
  const salt = newToken();
  const facts = { ...fact.facts, reasonHash: reasonHash(salt, reason) };
  const entryId = await write(ctx, { ...fact, facts });
  await ctx.db.insert(auditReason).values({ entryId, reason, salt });
}

async function write(
  ctx: Ctx,
  { action, outcome = 'ok', object, facts = {} }: AuditFact,
): Promise<number> {
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
  return written[0]!.id;
}
