import type { Ctx } from '#platform/context';
import { isAmong } from '#platform/list-query';
import type { DeclineReason } from '../status';
import { offer } from '../tables.server';

export interface OfferOutcome {
  /** The patient's one tap; null without it. */
  readonly declineReason: DeclineReason | null;
  /** Where its price lay, from 1 for the lowest, and among how many; null where that was not known or not compared. */
  readonly pricePlace: number | null;
  readonly priceAmong: number | null;
}

/** What became of offers, as their clinics may know it, by id; one that is unknown is missing. For the words of notices. */
export async function outcomesOf(
  ctx: Ctx,
  ids: readonly string[],
): Promise<ReadonlyMap<string, OfferOutcome>> {
  if (ids.length === 0) return new Map();
  const { id, declineReason, pricePlace, priceAmong } = offer;
  const rows = await ctx.db
    .select({ id, declineReason, pricePlace, priceAmong })
    .from(offer)
    .where(isAmong(id, ids));
  return new Map(rows.map(({ id: offerId, ...outcome }) => [offerId, outcome]));
}
