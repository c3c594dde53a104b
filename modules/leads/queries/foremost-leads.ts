import { desc, eq, sql } from 'drizzle-orm';
import type { ActorOf } from '#platform/actor';
import type { Ctx } from '#platform/context';
import type { LeadStatus } from '../status';
import { lead } from '../tables.server';

/** Two of the acting patient's requests, those with offers to decide on first: enough to know whether one alone waits. */
export async function foremostLeads(
  ctx: Ctx<ActorOf<'patient'>>,
): Promise<{ id: string; status: LeadStatus }[]> {
  return ctx.db
    .select({ id: lead.id, status: lead.status })
    .from(lead)
    .where(eq(lead.patientId, ctx.actor.id))
    .orderBy(desc(sql`${lead.status} = 'offers_received'`), desc(lead.createdAt), desc(lead.id))
    .limit(2);
}
