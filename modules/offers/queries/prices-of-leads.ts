import { and, desc, eq, inArray, ne } from 'drizzle-orm';
import type { Ctx } from '#platform/context';
import type { Currency } from '../currencies';
import { offer, revision } from '../tables.server';

/** What one clinic asked for one request, without whose request it was. */
export interface OfferedPrice {
  readonly clinicId: string;
  readonly amountCents: number;
}

/** Prices offered for these requests in one currency, newest first; what a clinic took back was not an offer. */
export async function pricesOfLeads(
  ctx: Ctx,
  { leadIds, currency, most }: { leadIds: readonly string[]; currency: Currency; most: number },
): Promise<OfferedPrice[]> {
  if (leadIds.length === 0) return [];
  return ctx.readDb
    .select({ clinicId: offer.clinicId, amountCents: revision.amountCents })
    .from(offer)
    .innerJoin(revision, and(eq(revision.offerId, offer.id), eq(revision.revision, offer.revision)))
    .where(
      and(
        inArray(offer.leadId, [...leadIds]),
        ne(offer.status, 'withdrawn'),
        eq(revision.currency, currency),
      ),
    )
    .orderBy(desc(offer.createdAt), desc(offer.id))
    .limit(most);
}
