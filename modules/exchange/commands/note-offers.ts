import { eq } from 'drizzle-orm';
import type { TxCtx } from '#platform/context';
import { listing } from '../tables.server';

/**
 * Which clinics have a live offer for a request, as its offers stand now; within the transaction that changes them and
 * under the lock of the request. A request that is not listed has none to note.
 */
export async function noteOffers(
  ctx: TxCtx,
  { leadId, clinicIds }: { leadId: string; clinicIds: readonly string[] },
): Promise<void> {
  await ctx.db
    .update(listing)
    .set({ offeredBy: [...clinicIds], offersCount: clinicIds.length })
    .where(eq(listing.id, leadId));
}
