import { desc, eq } from 'drizzle-orm';
import type { ActorOf } from '#platform/actor';
import type { Ctx } from '#platform/context';
import type { ActivityDto } from '../dto';
import { activity, lead } from '../tables.server';

/** What happened last to the acting patient's requests, newest first. */
export async function recentActivity(
  ctx: Ctx<ActorOf<'patient'>>,
  { limit }: { limit: number },
): Promise<ActivityDto[]> {
  const rows = await ctx.db
    .select({
      id: activity.id,
      leadId: activity.leadId,
      subTreatment: lead.subTreatment,
      kind: activity.kind,
      at: activity.at,
    })
    .from(activity)
    .innerJoin(lead, eq(lead.id, activity.leadId))
    .where(eq(activity.patientId, ctx.actor.id))
    .orderBy(desc(activity.id))
    .limit(limit);
  return rows.map((row) => ({ ...row, at: row.at.toISOString() }));
}
