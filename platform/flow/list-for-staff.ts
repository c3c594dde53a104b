import { and, eq, isNull, sql, type AnyColumn, type SQL } from 'drizzle-orm';
import type { Ctx } from '../context';
import { AppError } from '../errors';
import { isId } from '../ids';
import type { Page, RequestOf } from '../list';
import { anyOf, countOf, holds, idIn, noneOf, numberIn, orderOf } from '../list-query';
import type { jobList, workflowList } from '../staff-lists';
import type { JobRecord, WorkflowRecord } from '../staff-records';
import { statePaths } from './diagram';
import { alert, instance } from './tables.server';

type InstanceRequest = RequestOf<typeof workflowList>;
type AlertRequest = RequestOf<typeof jobList>;

const instanceColumns = {
  id: instance.id,
  updatedAt: instance.updatedAt,
  createdAt: instance.createdAt,
  machine: instance.machine,
  version: instance.version,
} satisfies Record<InstanceRequest['sort']['field'], AnyColumn>;

const alertColumns = { id: alert.id, at: alert.at, job: alert.job } satisfies Record<
  AlertRequest['sort']['field'],
  AnyColumn
>;

const instanceConditions = ({ filter }: InstanceRequest): SQL | undefined =>
  and(
    idIn(instance.id, filter.id),
    anyOf(instance.machine, filter.machine),
    filter.machine || filter.id || (filter.q && isId(filter.q))
      ? undefined
      : noneOf(instance.machine, filter.exceptMachine),
    filter.status ? eq(instance.status, filter.status) : undefined,
    filter.stuck === undefined ? undefined : eq(instance.stuck, filter.stuck),
    filter.q && isId(filter.q) ? eq(instance.id, filter.q) : holds([instance.machine], filter.q),
  );

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

/** A page of all instances. */
export async function listInstancesForStaff(
  ctx: Ctx,
  request: InstanceRequest,
): Promise<Page<WorkflowRecord>> {
  const where = instanceConditions(request);
  const rows = await ctx.db
    .select(summary)
    .from(instance)
    .where(where)
    .orderBy(...orderOf(instanceColumns, instance.id, request.sort))
    .limit(request.limit)
    .offset(request.offset);
  const total = await countOf(ctx, instance, where);
  return { rows: rows.map(toWorkflow), total };
}

type Summary = Omit<WorkflowRecord, 'state' | 'allowedEvents' | 'createdAt' | 'updatedAt'> & {
  value: unknown;
  createdAt: Date;
  updatedAt: Date;
};

const toWorkflow = ({ value, createdAt, updatedAt, ...row }: Summary): WorkflowRecord => ({
  ...row,
  state: statePaths(value).join(' '),
  createdAt: createdAt.toISOString(),
  updatedAt: updatedAt.toISOString(),
  allowedEvents: row.stuck ? ['retry', 'dismiss'] : [],
});

/** A page of the failed jobs that nobody has dealt with. */
export async function listAlertsForStaff(
  ctx: Ctx,
  request: AlertRequest,
): Promise<Page<JobRecord>> {
  const { filter } = request;
  const where = and(
    isNull(alert.resolvedAt),
    numberIn(alert.id, filter.id),
    anyOf(alert.job, filter.job),
    filter.workflowId === undefined ? undefined : idIn(alert.instanceId, [filter.workflowId]),
    holds([alert.job], filter.q),
  );
  const rows = await ctx.db
    .select()
    .from(alert)
    .where(where)
    .orderBy(...orderOf(alertColumns, alert.id, request.sort))
    .limit(request.limit)
    .offset(request.offset);
  return { rows: rows.map(toJob), total: await countOf(ctx, alert, where) };
}

const toJob = ({ id, job, reason, at, instanceId, resolvedAt }: typeof alert.$inferSelect) => ({
  id,
  job,
  reason,
  at: at.toISOString(),
  workflowId: instanceId,
  allowedEvents: resolvedAt ? [] : ['retry', 'dismiss'],
});

/** One failed job, also when somebody has dealt with it. Throws `not_found`. */
export async function alertForStaff(ctx: Ctx, id: string): Promise<JobRecord> {
  const [row] = await ctx.db
    .select()
    .from(alert)
    .where(numberIn(alert.id, [id]));
  if (!row) throw new AppError('not_found');
  return toJob(row);
}
