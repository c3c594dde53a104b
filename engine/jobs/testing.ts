import type { Services } from '#platform/context';
import { jobName, readEnvelope, timerQueue } from '../queue/envelope';
import type { JobRegistry } from './registry';

import { runnablesOf } from './run-job';

/** A job that waits in the queue. */
export interface EnqueuedJob {
  readonly id: string;
  /** Its queue, or the subscription that an event is delivered to. */
  readonly name: string;
  readonly payload: unknown;
  readonly startAfter: Date;
}

/** Ticks of the schedule in the library's own queue come with the minute, and are none of ours. */
const waitingJobs = `select id, name, data, start_after as "startAfter", retry_count as retries
  from pgboss.job where state in ('created', 'retry') and name <> '${timerQueue}'
  and not starts_with(name, '__pgboss__')
  and ($1::text is null or $1 in (name, data->>'subscription')) order by created_on, id`;

const completeJob = `
  update pgboss.job set state = 'completed', started_on = now(), completed_on = now()
  where name = $1 and id = $2`;

interface Row {
  id: string;
  name: string;
  data: unknown;
  startAfter: Date;
  retries: number;
}

/** The jobs that wait, oldest first, without the alarms of timers; only those of one name when given. */
export async function enqueuedJobs(services: Services, name?: string): Promise<EnqueuedJob[]> {
  const { rows } = await services.database.pool.query<Row>(waitingJobs, [name ?? null]);
  return rows.map((row) => ({
    id: row.id,
    name: jobName(row),
    payload: readEnvelope(row).payload,
    startAfter: row.startAfter,
  }));
}

/**
 * Runs every waiting job in this process, oldest first, and those that they enqueue, delayed ones when
 * `platform.now()` has passed their start. Timers are not run (see `runDueTimers`). A handler's error
 * is thrown, and its job waits on; a job of no registered queue is an error too. Returns how many ran.
 */
export async function runJobs(services: Services, registry: JobRegistry): Promise<number> {
  const runnables = new Map(runnablesOf(registry).map((runnable) => [runnable.queue, runnable]));
  const { pool } = services.database;
  for (let ran = 0; ; ran += 1) {
    const { rows } = await pool.query<Row>(
      waitingJobs.replace(
        'order by',
        `and start_after <= greatest(now(), platform.now()) order by`,
      ),
      [null],
    );
    const row = rows[0];
    if (!row) return ran;
    const runnable = runnables.get(row.name);
    if (!runnable) throw new Error(`no handler for ${row.name}`);
    const { signal } = new AbortController();
    await runnable.run(services, {
      id: row.id,
      name: row.name,
      data: row.data,
      attempt: row.retries + 1,
      signal,
    });
    await pool.query(completeJob, [row.name, row.id]);
  }
}
