import type pg from 'pg';
import type { Services } from '../context';
import { inSeconds, seconds } from '../duration';
import { timerQueue } from '../queue/envelope';

/** How often due jobs are looked for. */
const lookInterval = seconds(1);

/** What a look has found. */
interface Found {
  readonly queue: string;
  /** Milliseconds until a job of it is due, one row per moment; null when a claimed job of it is overdue. */
  readonly wait: number | null;
}

/** Milliseconds from now, in steps of fifty: as many rows a queue as a look can have, not as it has jobs. */
const waitFor = (startAfter: string): string =>
  `(50 * ceil(greatest(0, extract(epoch from ${startAfter} - pgboss.job_now())) * 20))::float8`;

/**
 * Queues with a job that is due now or before the next look; and those with a claimed job whose worker has
 * gone silent or past its time. Of alarms only those whose timer is due too: the others, months of them,
 * are not even looked at. `now()` on purpose, as in pg-boss: it moves with a test's clock, timers' rows with
 * that of the rules. One index per part (`migrate-jobs.ts` for the last).
 */
const look = {
  name: 'jobs-look',
  text: `
  select distinct name as queue, ${waitFor('start_after')} as wait
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
  where state = 'active' and (
    heartbeat_on + heartbeat_seconds * interval '1 s' < pgboss.job_now()
    or started_on + expire_seconds * interval '1 s' < pgboss.job_now())`,
};

/** Looks at `queues`, and at timers, once. */
async function lookForDue(pool: pg.Pool, queues: readonly string[]): Promise<Found[]> {
  const values = [queues, inSeconds(lookInterval)];
  return (await pool.query<Found>({ ...look, values })).rows;
}

export interface Paced {
  /** Queues to look at, besides that of the timers. */
  readonly queues: readonly string[];
  /** There is something to do in a queue at this very moment. */
  due(queue: string): void;
  /** A claimed job's worker is gone, or has taken too long. */
  overdue(queue: string): Promise<void>;
}

/**
 * One look a second for all queues, in place of a poll of each: NOTIFY tells of jobs that start at once, this of
 * everything else (delays, retries, timers, and what NOTIFY did not tell) to the moment. The result ends it.
 */
export function pace({ database, log }: Services, { queues, due, overdue }: Paced): () => void {
  const alarms = new Set<NodeJS.Timeout>();
  let next: NodeJS.Timeout;
  let ended = false;
  let failing = false;

  const set = ({ queue, wait }: Found & { wait: number }) => {
    const alarm = setTimeout(() => {
      alarms.delete(alarm);
      due(queue);
    }, wait);
    alarms.add(alarm);
  };
  const act = async (found: readonly Found[]) => {
    for (const { queue, wait } of found) {
      if (ended) return;
      if (wait === null) await overdue(queue);
      else set({ queue, wait });
    }
  };
  const run = async () => {
    const began = performance.now();
    try {
      await act(await lookForDue(database.pool, queues));
      failing = false;
    } catch (error) {
      if (!failing && !ended) log.warn({ err: error }, 'no look for due jobs');
      failing = true;
    }
    if (ended) return;
    next = setTimeout(run, Math.max(0, lookInterval - (performance.now() - began)));
  };
  void run();
  return () => {
    ended = true;
    clearTimeout(next);
    alarms.forEach(clearTimeout);
  };
}
