import { and, eq } from 'drizzle-orm';
import type { Ctx } from '#platform/context';
import { totalOf } from '../compare';
import { revision } from '../tables.server';

/** What a revision of an offer asks for, without its extras and with them. */
export interface RevisionPrice {
  /** Cents of a currency (ISO 4217). */
  readonly sealed: { readonly amountCents: number; readonly currency: string };
  /** The same with every extra that has a price. */
  readonly totalCents: number;
}

/** The price of a revision of an offer; throws when there is no such revision. */
export async function priceOfRevision(
  ctx: Ctx,
  asked: { offerId: string; revision: number },
): Promise<RevisionPrice> {
  const { amountCents, currency, items } = revision;
  const [found] = await ctx.db
    .select({ amountCents, currency, items })
    .from(revision)
    .where(and(eq(revision.offerId, asked.offerId), eq(revision.revision, asked.revision)));
  if (!found) throw new Error(`offer ${asked.offerId} has no revision ${asked.revision}`);
  return {
    sealed: { amountCents: found.amountCents, currency: found.currency },
    totalCents: totalOf(found),
  };
}
