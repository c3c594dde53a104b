import { createHash } from 'node:crypto';
import type pg from 'pg';
import type { Duration } from '#platform/base/duration';
import type { Notice } from '#platform/context';

/** A job as it goes into the queue. */
export interface NewJob {
  readonly name: string;
  readonly id: string;
  readonly data: object;
  readonly startAfter?: Duration;
}

/**
 * pg-boss's own insert (12.35, `plans.insertJobs`), for several queues at once and as common table
 * expressions, so that the engine can add jobs in the statement that stores an event. pg-boss sends
 * unprepared SQL with the queue's name in its text, which was the larger part of an event's cost
 * (docs/decisions/0002). `insert-jobs.test.ts` compares the rows with those of pg-boss itself; the
 * version is pinned and `boss.start()` refuses another schema.
 *
 * `wished` must be a relation (id uuid, name text, data jsonb, start_after timestamptz null).
 */
export const addJobs = `
  ready as materialized (
    select w.id, w.name, w.data, coalesce(w.start_after, pgboss.job_now()) as start_after,
      q.expire_seconds, q.deletion_seconds, q.retention_seconds, q.retry_limit, q.retry_delay,
      q.retry_backoff, q.retry_delay_max, q.policy, q.dead_letter, q.heartbeat_seconds, q.notify
    from wished w join pgboss.queue q on q.name = w.name),
  added as (
    insert into pgboss.job_common (
      id, name, data, priority, start_after, created_on, expire_seconds, deletion_seconds, keep_until,
      retry_limit, retry_delay, retry_backoff, retry_delay_max, policy, dead_letter, heartbeat_seconds,
      blocked, blocking, pending_dependencies)
    select id, name, data, coalesce((data ->> 'priority')::int, 0), start_after, pgboss.job_now(), expire_seconds, deletion_seconds,
      start_after + retention_seconds * interval '1s', retry_limit, retry_delay, retry_backoff,
      retry_delay_max, policy, dead_letter, heartbeat_seconds, false, false, 0
    from ready
    on conflict do nothing
    returning 1)`;

/** One row: how many jobs were wished for, have a queue, and were added; and whose workers are to be woken. */
export const addedJobs = `
  select (select count(*) from wished)::int as wished, (select count(*) from ready)::int as ready,
    (select count(*) from added)::int as added, array(
      select distinct name from ready where notify and start_after <= pgboss.job_now()) as woken`;

/** The outcome of a statement that ends in {@link addedJobs}. */
export interface AddedJobs {
  readonly wished: number;
  readonly ready: number;
  readonly added: number;
  /** Queues with a job that may begin. */
  readonly woken: readonly string[];
}

/** pg-boss's own name for the channel on which it wakes workers, by that of its schema. */
const wakeChannel = `pgboss_${createHash('sha224').update('pgboss').digest('hex').slice(0, 24)}`;

/** What tells the workers of queues, in all processes, that there is something to do. */
export const wakeNotices = ({ woken }: Pick<AddedJobs, 'woken'>): Notice[] =>
  woken.map((payload) => ({ channel: wakeChannel, payload }));

/** Takes a JSON list of `{id, name, data, after}`, `after` in milliseconds. */
export const insertedJobs = {
  name: 'jobs-insert',
  text: `with wished as (
    select id, name, data, pgboss.job_now() + after * interval '1 millisecond' as start_after
    from jsonb_to_recordset($1::jsonb) as j(id uuid, name text, data jsonb, after double precision)),
  ${addJobs} ${addedJobs}`,
};

/** A job without a queue would be dropped in silence by the join. `names` are what was wished for. */
export function requireQueues({ wished, ready }: AddedJobs, names: readonly string[]): void {
  if (ready !== wished)
    throw new Error(`there is no queue for one of ${names.join(', ')}: it is not in the registry`);
}

/**
 * Adds jobs on a connection, within its open transaction. `id` is the job's key: the same id is never added twice. Throws
 * when a queue does not exist. Workers hear of it by what {@link wakeNotices} makes of the result.
 */
export async function insertJobs(
  client: Pick<pg.ClientBase, 'query'>,
  jobs: readonly NewJob[],
): Promise<AddedJobs> {
  if (jobs.length === 0) return { wished: 0, ready: 0, added: 0, woken: [] };
  const rows = jobs.map(({ id, name, data, startAfter }) => ({
    id,
    name,
    data,
    after: startAfter,
  }));
  const result = await client.query<AddedJobs>({ ...insertedJobs, values: [JSON.stringify(rows)] });
  const outcome = result.rows[0]!;
  requireQueues(outcome, [...new Set(jobs.map(({ name }) => name))]);
  return outcome;
}
