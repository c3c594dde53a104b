/**
 * pg-boss's own insert (12.35, `plans.insertJobs`), for several queues at once and as common table
 * expressions, so that the engine can add jobs in the statement that stores an event. pg-boss sends
 * unprepared SQL with the queue's name in its text, which was the larger part of an event's cost
 * (docs/decisions/0002). `insert-sql.test.ts` compares the rows with those of pg-boss itself; the
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
    select id, name, data, 0, start_after, pgboss.job_now(), expire_seconds, deletion_seconds,
      start_after + retention_seconds * interval '1s', retry_limit, retry_delay, retry_backoff,
      retry_delay_max, policy, dead_letter, heartbeat_seconds, false, false, 0
    from ready
    on conflict do nothing
    returning 1),
  woken as (
    select pg_notify('pgboss_' || left(encode(sha224('pgboss'::bytea), 'hex'), 24), due.name)
    from (select distinct name from ready where notify and start_after <= pgboss.job_now()) due)`;

/** One row: how many jobs were wished for, have a queue, and were added. Also makes `woken` run. */
export const addedJobs = `
  select (select count(*) from wished)::int as wished, (select count(*) from ready)::int as ready,
    (select count(*) from added)::int as added, (select count(*) from woken)::int as woken`;

/** The outcome of a statement that ends in {@link addedJobs}. */
export interface AddedJobs {
  readonly wished: number;
  readonly ready: number;
  readonly added: number;
}
