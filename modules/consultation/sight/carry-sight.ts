import { eq, sql } from 'drizzle-orm';
import type { ActorOf } from '#platform/actor';
import type { TxCtx } from '#platform/context';
import { photoSightEnd } from '../tables.server';

/**
 * A clinic that may not see the photos of one request of the acting patient may not see them in the one that takes them
 * over either; within the caller's transaction. Safe to repeat.
 */
export async function carrySight(
  ctx: TxCtx<ActorOf<'patient'>>,
  { from, to }: { from: string; to: string },
): Promise<void> {
  const { clinicId, at } = photoSightEnd;
  await ctx.db
    .insert(photoSightEnd)
    .select(
      ctx.db
        .select({ leadId: sql<string>`${to}::uuid`.as('lead_id'), clinicId, at })
        .from(photoSightEnd)
        .where(eq(photoSightEnd.leadId, from)),
    )
    .onConflictDoNothing();
}
