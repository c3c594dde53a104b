import { and, eq } from 'drizzle-orm';
import type { Ctx } from '#platform/context';
import { revision } from '../tables.server';

/** Cents of a currency (ISO 4217) that a revision of an offer asks for; throws when there is no such revision. */
export async function priceOfRevision(
  ctx: Ctx,
  asked: { offerId: string; revision: number },
): Promise<{ amountCents: number; currency: string }> {
  const [found] = await ctx.db
    .select({ amountCents: revision.amountCents, currency: revision.currency })
    .from(revision)
    .where(and(eq(revision.offerId, asked.offerId), eq(revision.revision, asked.revision)));
  if (!found) throw new Error(`offer ${asked.offerId} has no revision ${asked.revision}`);
  return found;
}
