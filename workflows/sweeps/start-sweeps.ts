import type { Services } from '#platform/context';
import type { Sweep } from './index';

/** Runs each sweep now and then at its pace, never twice at once. The result ends them and waits for those that run. */
export function startSweeps(services: Services, sweeps: readonly Sweep[]): () => Promise<void> {
  const running = new Set<Promise<void>>();
  const timers = sweeps.map((sweep) => {
    let busy = false;
    const run = async () => {
      if (busy) return;
      busy = true;
      try {
        await sweep.run(services);
      } catch (error) {
        services.log.error({ err: error, sweep: sweep.name }, 'sweep failed');
      } finally {
        busy = false;
      }
    };
    const track = () => {
      const done = run().finally(() => running.delete(done));
      running.add(done);
    };
    track();
    return setInterval(track, sweep.every);
  });
  return async () => {
    timers.forEach(clearInterval);
    await Promise.all(running);
  };
}
