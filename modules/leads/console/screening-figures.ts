import { asc, ne, sql } from 'drizzle-orm';
import type { ActorOf } from '#platform/actor';
import type { Ctx } from '#platform/context';
import { perDay } from '#platform/day-series';
import { queueFigures, type Queue } from '#platform/queue-figures';
import type { HomeRecord } from '#platform/console-records';
import { isHeld } from '../queries/held-leads';
import { lead } from '../tables.server';

type Staff = Ctx<ActorOf<'staff'>>;

export const screeningRows: Queue = {
  id: 'leads',
  table: lead,
  where: isHeld,
  first: lead.createdAt,
  isLate: sql`${lead.createdAt} < platform.now() - interval '1 day'`,
};

/** Requests that wait for a person, oldest first; nobody was promised a time, late is after a day. */
export async function screeningQueue(ctx: Staff): Promise<HomeRecord['queues'][number]> {
  const figures = await queueFigures(ctx, screeningRows);
  const next = await ctx.db
    .select({ id: lead.id, label: lead.subTreatment })
    .from(lead)
    .where(isHeld)
    .orderBy(asc(lead.createdAt), asc(lead.id))
    .limit(5);
  return {
    id: 'leads',
    ...figures,
    next: next.map((each) => ({ ...each, dueAt: null })),
  };
}

/** Requests sent and published on each of thirty days. */
export const leadCharts = async (
  ctx: Staff,
): Promise<Pick<HomeRecord['charts'], 'leads' | 'published'>> => ({
  leads: await perDay(ctx, 'leads', lead.createdAt),
  published: await perDay(ctx, 'published', lead.publishedAt, ne(lead.status, 'pending')),
});
