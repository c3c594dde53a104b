import { eq, sql } from 'drizzle-orm';
import type { ActorOf } from '#platform/actor';
import type { Ctx } from '#platform/context';
import type { LeadCounts } from '../dto';
import { lead } from '../tables.server';

const countOf = (status: 'completed' | 'cancelled') =>
  sql<number>`(count(*) filter (where ${lead.status} = ${status}))::int`;

/** The acting patient's requests in figures. */
export async function countLeads(ctx: Ctx<ActorOf<'patient'>>): Promise<LeadCounts> {
  const [row] = await ctx.db
    .select({
      total: sql<number>`count(*)::int`,
      active: sql<number>`(count(*) filter (where ${lead.status} not in ('completed', 'cancelled')))::int`,
      completed: countOf('completed'),
      cancelled: countOf('cancelled'),
      offers: sql<number>`coalesce(sum(${lead.offersCount}), 0)::int`,
    })
    .from(lead)
    .where(eq(lead.patientId, ctx.actor.id));
  return row!;
}
