import { heldCopies, removeCopiesOf } from '#modules/consultation';
import { closedOffersOf } from '#modules/offers';
import type { Ctx } from '#platform/context';

/** Copies of photos of clinics whose deal is closed go; they are out of reach since it closed. Returns of how many. */
export async function removeClosedCopies(ctx: Ctx): Promise<number> {
  const held = await heldCopies(ctx);
  const holds = new Set(held.map(({ leadId, clinicId }) => `${leadId} ${clinicId}`));
  const closed = await closedOffersOf(ctx, [...new Set(held.map(({ leadId }) => leadId))]);
  const over = closed.filter(({ leadId, clinicId }) => holds.has(`${leadId} ${clinicId}`));
  for (const one of over) await removeCopiesOf(ctx, one);
  return over.length;
}
