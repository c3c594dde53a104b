import { inArray, sql } from 'drizzle-orm';
import type { ActorOf } from '#platform/actor';
import type { Ctx } from '#platform/context';
import { lead } from '../tables.server';

/** How many requests each of several patients has sent, by the patient's id; nobody without one is in it. */
export async function countLeadsOf(
  ctx: Ctx<ActorOf<'staff'>>,
  patientIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  if (patientIds.length === 0) return new Map();
  const rows = await ctx.db
    .select({ id: lead.patientId, n: sql<number>`count(*)::int` })
    .from(lead)
    .where(inArray(lead.patientId, [...patientIds]))
    .groupBy(lead.patientId);
  return new Map(rows.map(({ id, n }) => [id, n]));
}
