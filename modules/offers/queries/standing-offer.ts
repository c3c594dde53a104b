import { and, eq, inArray, not } from 'drizzle-orm';
import type { ActorOf } from '#platform/actor';
import type { Ctx } from '#platform/context';
import { liveStatuses } from '../status';
import { isClosedRow } from '../repo.server';
import { offer } from '../tables.server';

const standing = [...liveStatuses, 'accepted'] as const;

/** Where the acting clinic's offer for a request stands, live or accepted; null when it has none that counts or its reading is over. */
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
        not(isClosedRow),
      ),
    );
  return (row?.status as (typeof standing)[number] | undefined) ?? null;
}
