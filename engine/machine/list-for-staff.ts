import { and, getTableColumns, inArray, isNull, not, sql } from 'drizzle-orm';
import type { Ctx } from '#platform/context';
import { AppError } from '#platform/base/errors';
import { isId } from '#platform/base/ids';
import type { Page, RequestOf } from '#platform/lists/list';
import {
  choose,
  chooseIds,
  chooseNumbers,
  findPage,
  type Listing,
  type Narrowing,
} from '#platform/lists/list-page';
import { holds } from '#platform/lists/list-query';
import type { jobList, workflowList } from '#platform/lists/console-lists';
import type { JobRecord, WorkflowRecord } from '#platform/lists/console-records';
import { statePaths } from './diagram';
import { alert, instance, isStuck } from './tables.server';

type InstanceRequest = RequestOf<typeof workflowList>;
type AlertRequest = RequestOf<typeof jobList>;

const { updatedAt, createdAt, machine, version, status } = instance;

const instances: Listing<InstanceRequest['sort']['field']> = {
  table: instance,
  id: instance.id,
  own: updatedAt,
  columns: { updatedAt, createdAt, machine, version },
  partitions: [{ column: machine, within: [status], sorts: [createdAt, version] }],
};

/** Failed jobs wait for a person: there are as many as people leave there. */
const alerts: Listing<AlertRequest['sort']['field']> = {
  table: alert,
  id: alert.id,
  own: alert.id,
  columns: { at: alert.at, job: alert.job },
  partitions: [{ column: alert.instanceId, chosen: 'few' }],
};

const narrowing = ({ filter: { id, q, ...filter } }: InstanceRequest): Narrowing => {
  const named = filter.machine ?? id ?? (q && isId(q));
  return {
    choices: [
      chooseIds(instance.id, id),
      chooseIds(instance.id, q && isId(q) ? [q] : undefined),
      choose(machine, filter.machine),
      choose(status, filter.status && [filter.status]),
      named || !filter.exceptMachine
        ? undefined
        : { column: machine, except: filter.exceptMachine },
      q && !isId(q) ? { column: machine, words: q } : undefined,
    ],
    where: filter.stuck === undefined ? undefined : filter.stuck ? isStuck : not(isStuck),
  };
};

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
  const page = findPage(instances, request, narrowing(request));
  const rows = await ctx.db
    .select(summary)
    .from(instance)
    .innerJoin(page.keys, page.isOn)
    .orderBy(page.order);
  return page.answer(ctx, rows.map(toWorkflow));
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
  const page = findPage(alerts, request, {
    choices: [
      chooseNumbers(alert.id, filter.id),
      choose(alert.job, filter.job),
      chooseIds(
        alert.instanceId,
        filter.workflowId === undefined ? undefined : [filter.workflowId],
      ),
    ],
    where: and(isNull(alert.resolvedAt), holds([alert.job], filter.q)),
  });
  const rows = await ctx.db
    .select(getTableColumns(alert))
    .from(alert)
    .innerJoin(page.keys, page.isOn)
    .orderBy(page.order);
  return page.answer(ctx, rows.map(toJob));
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
    .where(inArray(alert.id, chooseNumbers(alert.id, [id])!.values as number[]));
  if (!row) throw new AppError('not_found');
  return toJob(row);
}
