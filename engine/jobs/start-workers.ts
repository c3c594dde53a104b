import type pg from 'pg';
import { PgBoss, type JobWithMetadata } from 'pg-boss';
import type { Services } from '#platform/context';
import { inSeconds, minutes, seconds, type Duration } from '#platform/base/duration';
import { attempt } from './attempt';
import { reportDeadLetter } from './dead-letters';
import { createGate } from './gate';
import { jobsSchema, sessionOfQueue } from './migrate-jobs';
import { heartbeatInterval, startPolling } from './poll';
import { turnsOf } from './rate';
import { deadLetterQueue, eventsQueue } from '../queue/envelope';
import type { JobRegistry } from './registry';
import { runnablesOf, type Runnable } from './run-job';
import { moveDeliveries } from '../queue/pg-boss';
import { syncQueues, syncSchedules } from './sync-queues';

export interface Workers {
  /** Takes no more jobs and waits up to `within` for those that run; the rest are retried elsewhere. */
  stop(within: Duration): Promise<void>;
}

/** Batches of one queue run side by side; each job settles on its own. */
const batchSize = 10;

/** pg-boss's own polls are for the case that NOTIFY and `startPolling` both fail. */
const poll = inSeconds(minutes(1));
const polling = {
  pollingIntervalSeconds: poll,
  notifyPollingIntervalSeconds: poll,
  heartbeatRefreshSeconds: inSeconds(heartbeatInterval),
};

/**
 * Its passes over all queues are for statistics and for deleting what is old; `startPolling` asks for one when a
 * claim must end. It has no dependent jobs to resolve here, and schedules go by the minute.
 */
const intervals = {
  superviseIntervalSeconds: inSeconds(minutes(1)),
  monitorIntervalSeconds: inSeconds(seconds(2)),
  flowIntervalSeconds: inSeconds(minutes(10)),
  cronWorkerIntervalSeconds: inSeconds(seconds(30)),
};

/**
 * Takes jobs of every queue of the registry, and of `more`, until stopped. Where it fails, because the database went
 * away in the middle, nothing of it goes on.
 */
export async function startWorkers(
  services: Services,
  registry: JobRegistry,
  more: readonly Runnable[] = [],
): Promise<Workers> {
  await syncQueues(services.database, registry);
  const boss = new PgBoss({
    connectionString: services.env.databaseDirectUrl,
    ...sessionOfQueue(minutes(2)),
    schema: jobsSchema,
    migrate: false,
    max: 6,
    connectionTimeoutMillis: 5_000,
    useListenNotify: true,
    reindex: false,
    ...intervals,
  });
  boss.on('error', (error) => services.log.warn({ err: error }, 'queue error'));
  boss.on('warning', (warning) => services.log.warn({ warning: warning.message }, 'queue warning'));
  const workers = await takeJobs(boss, services, { registry, more }).catch(
    async (error: unknown) => {
      await boss.stop({ graceful: false, close: true }).catch(() => undefined);
      services.database.foreignPools.delete('queue');
      throw error;
    },
  );
  const stopPolling = startPolling(services, {
    queues: [...workers.keys(), ...registry.subscriptions.map(({ name }) => name)],
    due: (queue) => {
      const pollers = workers.get(queue);
      if (pollers) pollers.forEach((id) => boss.notifyWorker(id));
      else void takeOver(services, queue);
    },
    overdue: (queue) => boss.supervise(queue),
  });
  return {
    stop: async (within) => {
      stopPolling();
      await boss.stop({ graceful: true, timeout: within });
      services.database.foreignPools.delete('queue');
    },
  };
}

async function takeJobs(
  boss: PgBoss,
  services: Services,
  what: { registry: JobRegistry; more: readonly Runnable[] },
): Promise<Map<string, string[]>> {
  await boss.start();
  services.database.foreignPools.set('queue', poolOf(boss));
  await syncSchedules(boss, what.registry);
  return workAll(boss, services, what);
}

/** Of pg-boss's own connections; its types do not name it. */
const poolOf = (boss: PgBoss): pg.Pool => (boss.getDb() as unknown as { pool: pg.Pool }).pool;

/** A delivery lies under its subscription's own name: a web process of the release before put it there. */
const takeOver = ({ database, log }: Services, queue: string) =>
  database.pool
    .query(moveDeliveries, [[queue]])
    .catch((error: unknown) => log.warn({ err: error, job: queue }, 'deliveries not moved'));

/** Two for events, so that one slow subscription does not hold up all others. */
const pollersOf = ({ queue }: Runnable): number => (queue === eventsQueue ? 2 : 1);

/** Starts workers for each queue; the answer has their ids. */
async function workAll(
  boss: PgBoss,
  services: Services,
  { registry, more }: { registry: JobRegistry; more: readonly Runnable[] },
): Promise<Map<string, string[]>> {
  const workers = new Map<string, string[]>();
  // One connection stays free for whatever else the process does; a job may hold one for its whole run.
  const gate = createGate(Math.max(1, services.env.DATABASE_POOL_SIZE - 1));
  for (const runnable of urgentFirst([...more, ...runnablesOf(registry)])) {
    const pollers = Array.from({ length: pollersOf(runnable) }, () =>
      work(boss, services, runnable, gate),
    );
    workers.set(runnable.queue, await Promise.all(pollers));
  }
  const id = await boss.work<object>(
    deadLetterQueue,
    { batchSize, burstWhenBatchFull: true, includeMetadata: true, ...polling },
    async (letters) => {
      for (const letter of letters as JobWithMetadata<object>[])
        await reportDeadLetter(services, registry, letter);
    },
  );
  return workers.set(deadLetterQueue, [id]);
}

const urgentFirst = (runnables: readonly Runnable[]): Runnable[] =>
  [...runnables].sort((a, b) => Number(b.urgent) - Number(a.urgent));

function work(
  boss: PgBoss,
  services: Services,
  runnable: Runnable,
  gate: ReturnType<typeof createGate>,
): Promise<string> {
  const { queue, urgent, rate } = runnable;
  const turn = rate ? turnsOf(services, rate) : () => Promise.resolve();
  // Urgent work never waits behind other queues.
  const pass = urgent ? <T>(job: () => Promise<T>) => job() : gate;
  return boss.work<object>(
    queue,
    { batchSize, burstWhenBatchFull: true, perJobResults: true, ...polling },
    (jobs) =>
      Promise.all(
        jobs.map(async ({ id, name, data, retryCount, signal }) => {
          await turn();
          return pass(() =>
            attempt(services, runnable, { id, name, data, attempt: retryCount + 1, signal }),
          );
        }),
      ),
  );
}
