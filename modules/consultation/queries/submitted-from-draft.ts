import { and, eq, isNotNull } from 'drizzle-orm';
import type { ActorOf } from '#platform/actor';
import type { Ctx } from '#platform/context';
import { draft } from '../tables.server';

/** Whether the acting patient submitted this lead through the wizard; for the confirmation screen. */
export async function submittedFromDraft(
  ctx: Ctx<ActorOf<'patient'>>,
  leadId: string,
): Promise<boolean> {
  const rows = await ctx.db
    .select({ id: draft.id })
    .from(draft)
    .where(
      and(
        eq(draft.patientId, ctx.actor.id),
        eq(draft.leadId, leadId),
        isNotNull(draft.submittedAt),
      ),
    );
  return rows.length > 0;
}
