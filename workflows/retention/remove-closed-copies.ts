import { heldCopies, removeCopiesOf } from '#modules/consultation';
import { closedOffersOf } from '#modules/offers';
import type { Ctx } from '#platform/context';

/** Requests with a clinic that are looked at together. */
const atOnce = 500;

/** Copies of photos of clinics whose deal is closed go; they are out of reach since it closed. Returns of how many. */
export async function removeClosedCopies(ctx: Ctx, limit = atOnce): Promise<number> {
  let removed = 0;
  for (let after: Awaited<ReturnType<typeof heldCopies>>[number] | null = null; ;) {
    const held = await heldCopies(ctx, { after, limit });
    const holds = new Set(held.map(({ leadId, clinicId }) => `${leadId} ${clinicId}`));
    const closed = await closedOffersOf(ctx, [...new Set(held.map(({ leadId }) => leadId))]);
    const over = closed.filter(({ leadId, clinicId }) => holds.has(`${leadId} ${clinicId}`));
    for (const one of over) await removeCopiesOf(ctx, one);
    removed += over.length;
    if (held.length < limit) return removed;
    after = held.at(-1)!;
  }
}
