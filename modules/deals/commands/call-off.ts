import { and, asc, eq, inArray } from 'drizzle-orm';
import type { TxCtx } from '#platform/context';
import { dispatchIfOpen } from '#platform/flow';
import { dealFlow } from '../deal.flow.server';
import { deal } from '../tables.server';

/** Ends the deals of a patient that have not begun, under the locks that each takes; the clinics are told. */
export async function callOffDeals(
  ctx: TxCtx,
  { patientId }: { patientId: string },
): Promise<void> {
  const rows = await ctx.db
    .select({ id: deal.id })
    .from(deal)
    .where(and(eq(deal.patientId, patientId), inArray(deal.phase, ['accepted', 'scheduled'])))
    .orderBy(asc(deal.leadId), asc(deal.id));
  const event = { type: 'deals.cancel', by: 'patient', code: 'other' } as const;
  for (const { id } of rows) await dispatchIfOpen(ctx, dealFlow, { id, event });
}

/** Ids of the deals of these offers. */
export { dealIdOf } from './begin-deal';
