import { sql } from 'drizzle-orm';
import type { TxCtx } from '#platform/context';
import { answer } from '../tables.server';

/** Keeps how long a clinic took to its first offer for a request; further offers for it change nothing. */
export async function recordAnswer(
  ctx: TxCtx,
  { clinicId, leadId, publishedAt }: { clinicId: string; leadId: string; publishedAt: Date },
): Promise<void> {
  const took = sql`extract(epoch from platform.now() - ${publishedAt.toISOString()}::timestamptz)`;
  await ctx.db
    .insert(answer)
    .values({
      clinicId,
      leadId,
      at: sql`platform.now()`,
      minutes: sql`greatest(0, round(${took} / 60))::int`,
    })
    .onConflictDoNothing();
}
