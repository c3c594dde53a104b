/*
 * All that the engine says to the tables of pg-boss 12.35.0, in its words. They are no part of its contract: an upgrade begins
 * here, with the test beside this file, and with pg-boss's `plans.js` next to these statements.
 */
import { createHash } from 'node:crypto';
import type pg from 'pg';
import type { Duration } from '#platform/base/duration';
import type { Notice } from '#platform/context';
import { eventsQueue, timerQueue } from './envelope';

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
 * (docs/decisions/0002). `pg-boss.test.ts` compares the rows with those of pg-boss itself; the
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

/** What wakes the workers of queues, in all processes, when there is something to do. */
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

/** Milliseconds from now, in steps of fifty: as many rows a queue as a look can have, not as it has jobs. */
const waitFor = (startAfter: string): string =>
  `(50 * ceil(greatest(0, extract(epoch from ${startAfter} - pgboss.job_now())) * 20))::float8`;

/** How often in a row a job is tried again at once: one that kills its workers waits like one that fails. */
const atOnce = 3;
const losses = `coalesce((output->>'lost')::int, 0)`;

/**
 * Its worker is gone, and it is tried again at once, without the wait of a failure. Before pg-boss's own limit,
 * so that its passes do not come first; what has no try left is pg-boss's.
 */
const isLost = `state = 'active' and heartbeat_on + 0.8 * heartbeat_seconds * interval '1 s' < pgboss.job_now()
    and retry_count < retry_limit and ${losses} < ${atOnce}`;

/**
 * Queues with a job that is due now or before the next poll, and those with a claim that pg-boss must end. Of
 * alarms only those whose timer is due too: the others, months of them, are not even looked at. `now()` on
 * purpose, as in pg-boss: it moves with a test's clock, timers' rows with that of the rules. One index per part
 * (`claimedIndex` for claims). A claim that is taken back stays started: its next one is counted as another,
 * and nothing that its old worker still says finds it.
 */
export const dueAndLost = {
  name: 'jobs-look',
  text: `
  with lost as (
    select name, id from pgboss.job_common where $3::boolean and ${isLost} for update skip locked),
  taken_back as (
    update pgboss.job_common j set state = 'retry', start_after = pgboss.job_now(), heartbeat_on = null,
      output = coalesce(output, '{}') || jsonb_build_object('lost', ${losses} + 1)
    from lost where j.name = lost.name and j.id = lost.id
    returning j.name)
  select distinct name as queue, 0::float8 as wait from taken_back
  union all
  select distinct name, ${waitFor('start_after')}
  from pgboss.job_common
  where name = any($1::text[]) and state < 'active' and not blocked
    and start_after <= pgboss.job_now() + $2 * interval '1 s'
  union all
  select distinct '${timerQueue}', ${waitFor('j.start_after')}
  from flow.timer t
  join pgboss.job_common j on j.name = '${timerQueue}' and j.id = t.token
  where t.fire_at <= platform.now() + $2 * interval '1 s' and j.state < 'active' and not j.blocked
    and j.start_after <= pgboss.job_now() + $2 * interval '1 s'
  union all
  select distinct name, null::float8 from pgboss.job_common
  where state = 'active' and not (${isLost}) and (
    heartbeat_on + heartbeat_seconds * interval '1 s' < pgboss.job_now()
    or started_on + expire_seconds * interval '1 s' < pgboss.job_now())`,
};

/**
 * Undoes the claim: the job waits again, its tries unspent, for a quarter of the time that it has waited
 * by now. Fenced to this claim, so that a lost one changes nothing. pg-boss settles a batch when its slowest job is
 * done, and by then this one may have been claimed anew: both of its counts rise, so that the old settlement, which is
 * held to the count, finds nothing. No row: the claim is lost, or patience is at its end.
 */
export const putBackJob = `
  with claim as (
    select id, coalesce((output->>'waitsSince')::timestamptz, pgboss.job_now()) as since
    from pgboss.job_common
    where name = $1 and id = $2 and state = 'active' and retry_count = $3 for update)
  update pgboss.job_common j set state = 'created', started_on = null, heartbeat_on = null,
    retry_count = j.retry_count + 1, retry_limit = j.retry_limit + 1,
    output = jsonb_build_object('waitsSince', claim.since),
    start_after = pgboss.job_now() + greatest($5 * interval '1 s',
      least($6 * interval '1 s', (pgboss.job_now() - claim.since) / 4))
  from claim
  where j.name = $1 and j.id = claim.id and claim.since > pgboss.job_now() - $4 * interval '1 s'
  returning claim.since`;

/**
 * Deliveries that wait under a subscription's own name go into the queue of all events, with what they have
 * behind them. A release without that queue put them there; one that runs there now ends there. Takes the
 * names that are to be looked at.
 */
export const moveDeliveries = `
  update pgboss.job_common set name = '${eventsQueue}',
    data = data || jsonb_build_object('subscription', name)
  where name = any($1::text[]) and state < 'active'`;

/**
 * Existing queues take the new options too, which pg-boss's `createQueue` would not do. Policy is
 * `standard` throughout: with any other the insert may drop jobs in silence.
 */
export const upsertQueues = `
  insert into pgboss.queue (name, policy, retry_limit, retry_delay, retry_backoff, retry_delay_max,
    expire_seconds, retention_seconds, deletion_seconds, dead_letter, partition, table_name,
    heartbeat_seconds, notify)
  select name, 'standard', retry_limit, retry_delay, retry_backoff, retry_delay_max, expire_seconds,
    retention_seconds, deletion_seconds, dead_letter, false, 'job_common', heartbeat_seconds, notify
  from jsonb_to_recordset($1::jsonb) as q(name text, retry_limit int, retry_delay int,
    retry_backoff boolean, retry_delay_max int, expire_seconds int, retention_seconds int,
    deletion_seconds int, dead_letter text, heartbeat_seconds int, notify boolean)
  on conflict (name) do update set
    retry_limit = excluded.retry_limit, retry_delay = excluded.retry_delay,
    retry_backoff = excluded.retry_backoff, retry_delay_max = excluded.retry_delay_max,
    expire_seconds = excluded.expire_seconds, retention_seconds = excluded.retention_seconds,
    deletion_seconds = excluded.deletion_seconds, dead_letter = excluded.dead_letter,
    heartbeat_seconds = excluded.heartbeat_seconds, notify = excluded.notify, updated_on = now()`;

export const upsertSubscriptions = `
  insert into pgboss.subscription (event, name)
  select event, name from jsonb_to_recordset($1::jsonb) as s(event text, name text)
  on conflict do nothing`;

export const dropSubscriptions = `delete from pgboss.subscription where name = any($1::text[])`;

/**
 * A process of the release before may still add to a queue, and would fail without it. Nobody does when no
 * start has wished for it for a week, and no job of that time is there.
 */
export const dropQueues = `
  delete from pgboss.queue q
  where q.name = any($1::text[]) and coalesce(q.updated_on, q.created_on) < now() - interval '7 days'
    and not exists (select 1 from pgboss.job j where j.name = q.name)`;

/**
 * Queues with work of their own; addresses of subscriptions have none. The first ones of each by age are looked at, by
 * the index that workers take jobs by.
 */
export const dueJobs = (countedAtMost: number) => ({
  name: 'metrics-due-jobs',
  text: `
  select q.name as queue, due.n, due.oldest
  from pgboss.queue q cross join lateral (
    select count(*)::int as n, coalesce(extract(epoch from now() - min(first.start_after)), 0)::float8 as oldest
    from (
      select j.start_after from pgboss.job_common j
      where j.name = q.name and j.state < 'active' and not j.blocked and j.start_after <= now()
      order by j.priority desc, j.created_on limit ${countedAtMost}) first) due
  where q.name <> '${timerQueue}' and not exists (select from pgboss.subscription s where s.name = q.name)`,
});

/** Takes the alarms of overdue timers away; the timers stay. */
export const dropOverdueAlarms = `delete from pgboss.job_common j using flow.timer t
  where j.name = '${timerQueue}' and j.id = t.token and j.state < 'active' and t.fire_at <= platform.now()`;

export const readLetter = 'select data from pgboss.job where name = $1 and id = $2';

/**
 * Claimed jobs are few and looked for every second, among a week of finished ones. Costs an insert nothing: a
 * new job is not in it.
 */
export const claimedIndex = `create index if not exists job_claimed_idx on pgboss.job_common (name) where state = 'active'`;

/** Only soon ones: a later one is looked at by a later sweep. A finished alarm's row is in the way of a new one. */
export const unarmedTimers = (atMost: number): string => `
  with lost as (
    select t.instance_id, t.token, t.fire_at from flow.timer t
    where t.fire_at > platform.now() and t.fire_at <= platform.now() + interval '5 minutes'
      and not exists (select 1 from pgboss.job_common j where j.name = '${timerQueue}' and j.id = t.token
        and j.state < 'completed')
    limit ${atMost}),
  cleared as (
    delete from pgboss.job_common j using lost
    where j.name = '${timerQueue}' and j.id = lost.token)
  select instance_id as instance, token,
    (extract(epoch from fire_at - platform.now()) * 1000)::float8 as "startAfter" from lost`;

/**
 * The deliveries that events ask for, as SQL over parameter `param`: a JSON list of
 * `{id, at, event, instance?, cause?}`. The id of each follows from the event's id and the subscription's name.
 */
export const wishedByEvents = (param: string): string => `
  select md5(f.id || ':' || s.name)::uuid as id, '${eventsQueue}' as name,
    jsonb_build_object('payload', f.event, 'at', f.at,
      'subscription', s.name, 'key', md5(f.id || ':' || s.name)::uuid)
      || jsonb_strip_nulls(jsonb_build_object('instance', f.instance, 'cause', f.cause)) as data
  from jsonb_to_recordset(${param}::jsonb) as f(id text, at text, event jsonb, instance text, cause text)
  join pgboss.subscription s on s.event = f.event->>'type'`;

/** The queue's clock, which a test can set. */
export const queueNow = 'pgboss.job_now()';
