import os from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Services } from '#platform/context';
import { seconds } from '#platform/base/duration';
import { guardServices } from '#platform/metrics/guarded-egress';
import { endOnFault } from '#platform/observability/end-on-fault';
import { startHeartbeat, timersOf, startWorkers } from '#engine/operations';
import { openOps } from '#platform/metrics/metrics';
import { saysAway } from '#platform/database/read-copy';
import { isHeld } from '#platform/process/restored';
import { closeServices, openServices } from '#platform/process/services';
import { watchSettings } from '#platform/settings/settings';
import { exitInTime, stopTimes } from '#platform/base/stop-times';
import { endTracing, openTracing } from '#platform/observability/tracing';
import { eventSteps } from './reactions/index';
import { startDemoArrivals } from './demo/arrivals';
import { registry } from './registry';
import { startSweeps } from './sweeps/start-sweeps';
import { sweeps } from './sweeps/index';
import { workOnceOpened } from './work-once-opened';

export interface RunningWorker {
  /** Ends within fifteen seconds; what still runs then is done again by the next worker. */
  stop(): Promise<void>;
}

/**
 * Runs jobs, timers, schedules and sweeps on `services`, which stay the caller's; of a database that was restored, not
 * before the operator opens it.
 */
export const startWorker = async (services: Services): Promise<RunningWorker> =>
  (await onceItAnswers(services, () => isHeld(services)))
    ? workOnceOpened(services, work)
    : work(services);

/** How soon a worker that found no database asks for it again. */
const askAgain = seconds(1);

/** Whoever starts while the database is away waits for it: what nobody starts anew would stay away for ever. */
async function onceItAnswers<Answer>(
  services: Services,
  ask: () => Promise<Answer>,
): Promise<Answer> {
  for (let said = false; ; said = true) {
    try {
      return await ask();
    } catch (error) {
      if (!saysAway(error)) throw error;
      if (!said) services.log.warn({ err: error }, 'worker waits for the database');
      await sleep(askAgain);
    }
  }
}

async function work(services: Services): Promise<RunningWorker> {
  const workers = await onceItAnswers(services, () =>
    startWorkers(services, registry, [timersOf(registry.flows)]),
  );
  const stopSweeps = startSweeps(services, sweeps);
  const stopArrivals = startDemoArrivals(services);
  const stopHeartbeat = startHeartbeat(services);
  services.log.info({ jobs: registry.jobs.length, flows: registry.flows.length }, 'worker ready');
  return {
    stop: async () => {
      await stopHeartbeat();
      await Promise.all([workers.stop(stopTimes.work), stopSweeps(), stopArrivals()]);
    },
  };
}

/**
 * Where a worker shares cores with a web process, somebody who waits for a page goes before a thousand mails; what is
 * left of a core still carries a code to its gateway at once.
 */
const giveWay = (): void => os.setPriority(Math.max(os.getPriority(), 5));

/** The worker process: runs until SIGTERM or SIGINT. */
export async function main(): Promise<void> {
  const services = openServices('worker', eventSteps);
  endOnFault(services.log);
  giveWay();
  guardServices(services);
  await openTracing(services.env, 'worker', services.log);
  watchSettings(services);
  const closeOps = await openOps(services);
  const worker = await startWorker(services);
  const ended = new Promise<string>((resolve) => {
    process.once('SIGTERM', resolve);
    process.once('SIGINT', resolve);
  });
  const signal = await ended;
  services.log.info({ signal }, 'worker stops');
  exitInTime();
  await worker.stop();
  closeOps();
  await closeServices(services);
  await endTracing();
}
