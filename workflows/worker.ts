import type { Services } from '#platform/context';
import { endOnFault } from '#platform/end-on-fault';
import { startHeartbeat, timersOf } from '#platform/flow';
import { startWorkers } from '#platform/jobs';
import { openOps } from '#platform/metrics';
import { isHeld } from '#platform/restored';
import { closeServices, openServices } from '#platform/services';
import { watchSettings } from '#platform/settings';
import { exitInTime, stopTimes } from '#platform/stop-times';
import { endTracing, openTracing } from '#platform/tracing';
import { cascades } from './cascades';
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
  (await isHeld(services)) ? workOnceOpened(services, work) : work(services);

async function work(services: Services): Promise<RunningWorker> {
  const workers = await startWorkers(services, registry, [timersOf(registry.flows)]);
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

/** The worker process: runs until SIGTERM or SIGINT. */
export async function main(): Promise<void> {
  const services = openServices('worker', cascades);
  endOnFault(services.log);
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
