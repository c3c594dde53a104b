import { and, desc, eq, lt } from 'drizzle-orm';
import type { ActorOf } from '#platform/actor';
import type { Ctx } from '#platform/context';
import { AppError } from '#platform/errors';
import type { ActivityDto } from '../dto';
import { activity, lead } from '../tables.server';

const pageSize = 20;
const cursorShape = /^\d{1,15}$/;

/**
 * A page of all that happened to the acting patient's requests, newest first.
 *
 * @throws AppError `invalid_cursor`
 */
export async function ownActivity(
  ctx: Ctx<ActorOf<'patient'>>,
  { cursor }: { cursor?: string } = {},
): Promise<{ entries: ActivityDto[]; nextCursor: string | null }> {
  if (cursor !== undefined && !cursorShape.test(cursor)) throw new AppError('invalid_cursor');
  const found = await ctx.db
    .select({
      id: activity.id,
      leadId: activity.leadId,
      subTreatment: lead.subTreatment,
      kind: activity.kind,
      at: activity.at,
    })
    .from(activity)
    .innerJoin(lead, eq(lead.id, activity.leadId))
    .where(
      and(
        eq(activity.patientId, ctx.actor.id),
        cursor === undefined ? undefined : lt(activity.id, Number(cursor)),
      ),
    )
    .orderBy(desc(activity.id))
    .limit(pageSize + 1);
  const rows = found.slice(0, pageSize);
  const last = rows.at(-1);
  return {
    entries: rows.map((row) => ({ ...row, at: row.at.toISOString() })),
    nextCursor: found.length > pageSize && last ? String(last.id) : null,
  };
}
