import { asc, isNull, sql } from 'drizzle-orm';
import type { Ctx } from '../context';
import type { HomeRecord } from '../staff-records';
import { alert } from './tables.server';

/** Failed jobs that nobody has dealt with, oldest first. */
export async function alertQueue(ctx: Ctx): Promise<HomeRecord['queues'][number]> {
  const [counted] = await ctx.db
    .select({ waiting: sql<number>`count(*)::int` })
    .from(alert)
    .where(isNull(alert.resolvedAt));
  const next = await ctx.db
    .select({ id: alert.id, label: alert.job })
    .from(alert)
    .where(isNull(alert.resolvedAt))
    .orderBy(asc(alert.at), asc(alert.id))
    .limit(5);
  return {
    id: 'jobs',
    waiting: counted?.waiting ?? 0,
    late: 0,
    next: next.map(({ id, label }) => ({ id: String(id), label, dueAt: null })),
  };
}
