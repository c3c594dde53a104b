import type pg from 'pg';
import { inSeconds, seconds } from '#platform/base/duration';
import { timerQueue } from '../queue/envelope';

/** How often due jobs are looked for. */
export const lookInterval = seconds(1);

/** How often a worker says that it still holds a claim: more than twice within the silence that ends it. */
export const beatInterval = seconds(3);

/** What a look has found. */
export interface Found {
  readonly queue: string;
  /** Milliseconds until a job of it is due, one row per moment; null when pg-boss must end a claim of it. */
  readonly wait: number | null;
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
 * Queues with a job that is due now or before the next look, and those with a claim that pg-boss must end. Of
 * alarms only those whose timer is due too: the others, months of them, are not even looked at. `now()` on
 * purpose, as in pg-boss: it moves with a test's clock, timers' rows with that of the rules. One index per part
 * (`migrate-jobs.ts` for claims). A claim that is taken back stays started: its next one is counted as another,
 * and nothing that its old worker still says finds it.
 */
const look = {
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

/** Looks at `queues`, and at timers, once; with `takeBack`, jobs whose worker is gone wait again. */
export async function lookForDue(
  pool: pg.Pool,
  queues: readonly string[],
  { takeBack }: { takeBack: boolean },
): Promise<Found[]> {
  const values = [queues, inSeconds(lookInterval), takeBack];
  return (await pool.query<Found>({ ...look, values })).rows;
}
