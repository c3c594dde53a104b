import { and, eq } from 'drizzle-orm';
import type { ActorOf } from '#platform/actor';
import { sqlNow } from '#platform/clock';
import type { TxCtx } from '#platform/context';
import { emptyFields } from '../draft-choices';
import { draft } from '../tables.server';

/**
 * Ends a draft that became a lead, in the lead's own transaction: what it said is in the lead now, here
 * only the fact stays.
 */
export async function clearDraft(
  ctx: TxCtx<ActorOf<'patient'>>,
  { draftId, leadId }: { draftId: string; leadId: string },
): Promise<void> {
  await ctx.db
    .update(draft)
    .set({ fields: emptyFields, leadId, submittedAt: sqlNow, updatedAt: sqlNow })
    .where(and(eq(draft.id, draftId), eq(draft.patientId, ctx.actor.id)));
}
