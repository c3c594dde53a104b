import { asc, desc, isNull, sql } from 'drizzle-orm';
import type { Ctx } from '#platform/context';
import { alert, timer } from '../tables.server';

/** Timers that have not fired, soonest first: those that are overdue stand at the top. */
export function listPendingTimers(ctx: Ctx, { limit = 100 }: { limit?: number } = {}) {
  const { instanceId, label, fireAt } = timer;
  return ctx.db
    .select({ instanceId, name: label, fireAt, overdue: sql<boolean>`${fireAt} <= platform.now()` })
    .from(timer)
    .orderBy(asc(fireAt))
    .limit(limit);
}

/** Dead letters that nobody has dealt with yet, newest first. */
export function listAlerts(ctx: Ctx, { limit = 100 }: { limit?: number } = {}) {
  return ctx.db
    .select()
    .from(alert)
    .where(isNull(alert.resolvedAt))
    .orderBy(desc(alert.id))
    .limit(limit);
}
