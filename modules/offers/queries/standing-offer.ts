import { and, eq, inArray } from 'drizzle-orm';
import type { ActorOf } from '#platform/actor';
import type { Ctx } from '#platform/context';
import { liveStatuses } from '../status';
import { offer } from '../tables.server';

const standing = [...liveStatuses, 'accepted'] as const;

/** Where the acting clinic's offer for a request stands, live or accepted; null when it has none that counts. */
export async function standingOffer(
  ctx: Ctx<ActorOf<'clinic'>>,
  { leadId }: { leadId: string },
): Promise<(typeof standing)[number] | null> {
  const [row] = await ctx.db
    .select({ status: offer.status })
    .from(offer)
    .where(
      and(
        eq(offer.leadId, leadId),
        eq(offer.clinicId, ctx.actor.id),
        inArray(offer.status, standing),
      ),
    );
  return (row?.status as (typeof standing)[number] | undefined) ?? null;
}
