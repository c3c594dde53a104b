import { and, asc, eq, inArray } from 'drizzle-orm';
import type { TxCtx } from '#platform/context';
import { dispatchIfOpen, lockTrees } from '#platform/flow';
import { leadFlow } from '../lead.flow.server';
import { lead } from '../tables.server';

const open = ['pending', 'reviewed', 'offers_received'] as const;

/**
 * Cancels whatever a patient has open, as the patient would: whoever asks has shown that it is theirs to end. Returns the
 * ids of the requests that it ended; those that ended meanwhile stay as they are.
 */
export async function cancelOpenLeads(
  ctx: TxCtx,
  { patientId }: { patientId: string },
): Promise<string[]> {
  const rows = await ctx.db
    .select({ id: lead.id })
    .from(lead)
    .where(and(eq(lead.patientId, patientId), inArray(lead.status, [...open])))
    .orderBy(asc(lead.id));
  const ids = rows.map(({ id }) => id);
  await lockTrees(ctx, leadFlow, ids);
  const ended: string[] = [];
  for (const id of ids)
    if (await dispatchIfOpen(ctx, leadFlow, { id, event: { type: 'leads.cancel' } }))
      ended.push(id);
  return ended;
}

/** Ids of all requests of a patient. */
export const leadIdsOf = async (
  ctx: Pick<TxCtx, 'db'>,
  { patientId }: { patientId: string },
): Promise<string[]> => {
  const rows = await ctx.db
    .select({ id: lead.id })
    .from(lead)
    .where(eq(lead.patientId, patientId))
    .orderBy(asc(lead.id));
  return rows.map(({ id }) => id);
};
