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
  added as (
    insert into pgboss.job_common (
      id, name, data, priority, start_after, created_on, expire_seconds, deletion_seconds, keep_until,
      retry_limit, retry_delay, retry_backoff, retry_delay_max, policy, dead_letter, heartbeat_seconds,
      blocked, blocking, pending_dependencies)
    select w.id, w.name, w.data, 0, coalesce(w.start_after, pgboss.job_now()), pgboss.job_now(),
      q.expire_seconds, q.deletion_seconds,
      coalesce(w.start_after, pgboss.job_now()) + q.retention_seconds * interval '1s',
      q.retry_limit, q.retry_delay, q.retry_backoff, q.retry_delay_max, q.policy, q.dead_letter,
      q.heartbeat_seconds, false, false, 0
    from wished w join pgboss.queue q on q.name = w.name
    on conflict do nothing
    returning id, name, start_after),
  woken as (
    select pg_notify('pgboss_' || left(encode(sha224('pgboss'::bytea), 'hex'), 24), due.name)
    from (select distinct a.name from added a join pgboss.queue q on q.name = a.name
          where q.notify and a.start_after <= pgboss.job_now()) due)`;

/** One row: how many jobs were added, and which wished queues do not exist. Also makes `woken` run. */
export const addedJobs = `
  select (select count(*) from added)::int as added,
    (select count(*) from wished)::int as wished,
    (select count(*) from woken)::int as woken,
    (select min(w.name) from wished w
      where not exists (select 1 from pgboss.queue q where q.name = w.name)) as missing`;
