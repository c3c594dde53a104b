import { asc, sql } from 'drizzle-orm';
import type { ActorOf } from '#platform/actor';
import type { Ctx } from '#platform/context';
import { queueFigures, type Queue } from '#platform/queue-figures';
import type { HomeRecord } from '#platform/console-records';
import { notification } from '../tables.server';

// In the words of its index.
const isFailed = sql`${notification.status} = 'failed'`;

export const failedRows: Queue = {
  id: 'notifications',
  table: notification,
  where: isFailed,
  first: notification.failedAt,
};

/** Messages that could not be sent and wait for somebody to send them again, oldest first. */
export async function failedQueue(
  ctx: Ctx<ActorOf<'staff'>>,
): Promise<HomeRecord['queues'][number]> {
  const figures = await queueFigures(ctx, failedRows);
  const next = await ctx.db
    .select({ id: notification.id, label: notification.kind })
    .from(notification)
    .where(isFailed)
    .orderBy(asc(notification.failedAt), asc(notification.id))
    .limit(5);
  return {
    id: 'notifications',
    ...figures,
    next: next.map((each) => ({ ...each, dueAt: null })),
  };
}
