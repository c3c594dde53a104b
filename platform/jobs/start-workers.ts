import { PgBoss, type JobWithMetadata } from 'pg-boss';
import type { Services } from '../context';
import type { Duration } from '../duration';
import { attempt } from './attempt';
import { reportDeadLetter } from './dead-letters';
import { createGate } from './gate';
import { jobsSchema } from './migrate-jobs';
import { deadLetterQueue, timerQueue } from './queues';
import type { Registry } from './registry';
import { runnablesOf, type Runnable } from './runnables';
import { syncSchedules } from './sync-schedules';
import { syncQueues } from './sync-queues';

export interface Workers {
  /** Takes no more jobs and waits up to `within` for those that run; the rest are retried elsewhere. */
  stop(within: Duration): Promise<void>;
}

/** Batches of one queue run side by side; each job settles on its own. */
const batchSize = 10;

/** The second is the longest wait of a delayed job and of a retry on a notify queue; 30 s by default. */
const brisk = { pollingIntervalSeconds: 0.5, notifyPollingIntervalSeconds: 0.5 };
const relaxed = { pollingIntervalSeconds: 2, notifyPollingIntervalSeconds: 2 };

/** Takes jobs of every queue of the registry until stopped. */
export async function startWorkers(services: Services, registry: Registry): Promise<Workers> {
  await syncQueues(services.database, registry);
  const boss = new PgBoss({
    connectionString: services.env.databaseUrl,
    schema: jobsSchema,
    migrate: false,
    max: 6,
    connectionTimeoutMillis: 5_000,
    useListenNotify: true,
    monitorIntervalSeconds: 2,
    superviseIntervalSeconds: 2,
    reindex: false,
  });
  boss.on('error', (error) => services.log.warn({ err: error }, 'queue error'));
  boss.on('warning', (warning) => services.log.warn({ warning: warning.message }, 'queue warning'));
  await boss.start();
  await syncSchedules(boss, registry);
  // One connection stays free for whatever else the process does; a job may hold one for its whole run.
  const gate = createGate(Math.max(1, services.env.DATABASE_POOL_SIZE - 1));
  for (const runnable of urgentFirst(registry)) await work(boss, services, runnable, gate);
  await boss.work<object>(
    deadLetterQueue,
    { batchSize, burstWhenBatchFull: true, includeMetadata: true, ...relaxed },
    async (letters) => {
      for (const letter of letters as JobWithMetadata<object>[])
        await reportDeadLetter(services, registry, letter);
    },
  );
  return { stop: (within) => boss.stop({ graceful: true, timeout: within }) };
}

const urgentFirst = (registry: Registry): Runnable[] =>
  runnablesOf(registry).sort((a, b) => Number(b.urgent) - Number(a.urgent));

async function work(
  boss: PgBoss,
  services: Services,
  runnable: Runnable,
  gate: ReturnType<typeof createGate>,
): Promise<void> {
  const { queue, urgent } = runnable;
  // Urgent work never waits behind other queues.
  const pass = urgent ? <T>(job: () => Promise<T>) => job() : gate;
  const prompt = urgent || queue === timerQueue;
  await boss.work<object>(
    queue,
    {
      batchSize,
      burstWhenBatchFull: true,
      perJobResults: true,
      ...(prompt ? brisk : relaxed),
    },
    (jobs) =>
      Promise.all(
        jobs.map(({ id, name, data, retryCount, signal }) =>
          pass(() =>
            attempt(services, runnable, { id, name, data, attempt: retryCount + 1, signal }),
          ),
        ),
      ),
  );
}
