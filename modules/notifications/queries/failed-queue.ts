import { asc, eq, sql } from 'drizzle-orm';
import type { ActorOf } from '#platform/actor';
import type { Ctx } from '#platform/context';
import type { HomeRecord } from '#platform/staff-records';
import { notification } from '../tables.server';

/** Messages that could not be sent and wait for somebody to send them again, oldest first. */
export async function failedQueue(
  ctx: Ctx<ActorOf<'staff'>>,
): Promise<HomeRecord['queues'][number]> {
  const isFailed = eq(notification.status, 'failed');
  const [counted] = await ctx.db
    .select({ waiting: sql<number>`count(*)::int` })
    .from(notification)
    .where(isFailed);
  const next = await ctx.db
    .select({ id: notification.id, label: notification.kind })
    .from(notification)
    .where(isFailed)
    .orderBy(asc(notification.failedAt), asc(notification.id))
    .limit(5);
  return {
    id: 'notifications',
    waiting: counted?.waiting ?? 0,
    late: 0,
    next: next.map((each) => ({ ...each, dueAt: null })),
  };
}
