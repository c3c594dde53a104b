import { and, asc, eq, isNull, sql } from 'drizzle-orm';
import type { Ctx } from '#platform/context';
import { AppError } from '#platform/base/errors';
import type { WorkflowDetailRecord } from '#platform/lists/console-records';
import { readHistory } from './inspect';
import { listInstancesForStaff } from './list-for-staff';
import { machineDiagram } from './diagram';
import { alert, instance, timer } from './tables.server';
import type { AnyFlow } from './types';

/**
 * One instance with its machine's diagram, log, pending timers and failed jobs. An instance whose flow this
 * build does not know has an empty diagram.
 *
 * @throws AppError `not_found`
 */
export async function readInstanceForStaff(
  ctx: Ctx,
  flows: readonly AnyFlow[],
  id: string,
): Promise<WorkflowDetailRecord> {
  const request = { filter: { id: [id] }, sort: { field: 'updatedAt', order: 'ASC' } } as const;
  const page = await listInstancesForStaff(ctx, { ...request, offset: 0, limit: 1, bulk: false });
  const found = page.rows[0];
  if (!found) throw new AppError('not_found');
  const flow = flows.find(({ name }) => name === found.machine);
  const history = await readHistory(ctx, { id });
  const failed = await failedJobsOf(ctx, id);
  return {
    ...found,
    allowedEvents: failed.length > 0 ? ['retry', 'dismiss'] : [],
    diagram: flow
      ? machineDiagram(flow.machine, found.state.split(' '))
      : { states: [], edges: [] },
    context: await contextOf(ctx, id),
    history: history.map(({ version, name, actor, at }) => ({
      version,
      name,
      actor,
      at: at.toISOString(),
    })),
    timers: await timersOf(ctx, id),
    failedJobs: failed,
  };
}

async function contextOf(ctx: Ctx, id: string): Promise<Record<string, unknown>> {
  const [row] = await ctx.db
    .select({ context: sql<Record<string, unknown>>`${instance.state} -> 'context'` })
    .from(instance)
    .where(eq(instance.id, id));
  return row?.context ?? {};
}

async function timersOf(ctx: Ctx, id: string): Promise<WorkflowDetailRecord['timers']> {
  const overdue = sql<boolean>`${timer.fireAt} <= platform.now()`;
  const rows = await ctx.db
    .select({ name: timer.label, fireAt: timer.fireAt, overdue })
    .from(timer)
    .where(eq(timer.instanceId, id))
    .orderBy(asc(timer.fireAt), asc(timer.name));
  return rows.map(({ fireAt, ...rest }) => ({ ...rest, fireAt: fireAt.toISOString() }));
}

async function failedJobsOf(ctx: Ctx, id: string): Promise<WorkflowDetailRecord['failedJobs']> {
  const rows = await ctx.db
    .select({ alertId: alert.id, job: alert.job, reason: alert.reason, at: alert.at })
    .from(alert)
    .where(and(eq(alert.instanceId, id), isNull(alert.resolvedAt)))
    .orderBy(asc(alert.id));
  return rows.map(({ at, ...rest }) => ({ ...rest, at: at.toISOString() }));
}
