import { and, asc, desc, eq, inArray, isNull, lt, or, sql, type SQL } from 'drizzle-orm';
import type { Ctx } from '../../context';
import { alert, instance, timer } from '../tables.server';

export interface InstanceFilter {
  readonly machine?: string;
  readonly status?: 'active' | 'done';
  readonly stuck?: boolean;
  /** One of several ids. */
  readonly ids?: readonly string[];
  /** From the last row of the page before. */
  readonly cursor?: { updatedAt: Date; id: string };
  /** 1 to 100; 25 by default. */
  readonly limit?: number;
}

const summary = {
  id: instance.id,
  machine: instance.machine,
  machineVersion: instance.machineVersion,
  status: instance.status,
  stuck: instance.stuck,
  value: sql<unknown>`${instance.state} -> 'value'`,
  version: instance.version,
  createdAt: instance.createdAt,
  updatedAt: instance.updatedAt,
};

/** Instances, last moved first. Pages by keyset on whole milliseconds, which is what the engine stores. */
export function listInstances(ctx: Ctx, filter: InstanceFilter = {}) {
  const { cursor } = filter;
  const conditions: Array<SQL | undefined> = [
    filter.machine ? eq(instance.machine, filter.machine) : undefined,
    filter.status ? eq(instance.status, filter.status) : undefined,
    filter.stuck === undefined ? undefined : eq(instance.stuck, filter.stuck),
    filter.ids ? inArray(instance.id, [...filter.ids]) : undefined,
    cursor
      ? or(
          lt(instance.updatedAt, cursor.updatedAt),
          and(eq(instance.updatedAt, cursor.updatedAt), lt(instance.id, cursor.id)),
        )
      : undefined,
  ];
  return ctx.db
    .select(summary)
    .from(instance)
    .where(and(...conditions))
    .orderBy(desc(instance.updatedAt), desc(instance.id))
    .limit(Math.min(Math.max(filter.limit ?? 25, 1), 100));
}

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
