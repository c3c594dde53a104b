import { asc, isNull } from 'drizzle-orm';
import type { Ctx } from '#platform/context';
import { queueFigures, type Queue } from '#platform/lists/queue-figures';
import type { HomeRecord } from '#platform/lists/console-records';
import { alert } from './tables.server';

export const alertRows: Queue = {
  id: 'jobs',
  table: alert,
  where: isNull(alert.resolvedAt),
  first: alert.at,
};

/** Failed jobs that nobody has dealt with, oldest first. */
export async function alertQueue(ctx: Ctx): Promise<HomeRecord['queues'][number]> {
  const figures = await queueFigures(ctx, alertRows);
  const next = await ctx.db
    .select({ id: alert.id, label: alert.job })
    .from(alert)
    .where(isNull(alert.resolvedAt))
    .orderBy(asc(alert.at), asc(alert.id))
    .limit(5);
  return {
    id: 'jobs',
    ...figures,
    next: next.map(({ id, label }) => ({ id: String(id), label, dueAt: null })),
  };
}
