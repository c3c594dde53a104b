import type { Services } from '#platform/context';
import { createCalm } from './calm';
import { lookForDue, lookInterval, type Found } from './look';

export interface Paced {
  /** Queues to look at, besides that of the timers. */
  readonly queues: readonly string[];
  /** There is something to do in a queue at this very moment. */
  due(queue: string): void;
  /** A claim must end: its worker has taken too long, or is gone and no try is left. */
  overdue(queue: string): Promise<void>;
}

/**
 * One look a second for all queues, in place of a poll of each: NOTIFY tells of jobs that start at once, this of
 * everything else (delays, retries, timers, and what NOTIFY did not tell) to the moment. It also takes back what workers
 * held that are gone. The result ends it.
 */
export function pace({ database, log }: Services, { queues, due, overdue }: Paced): () => void {
  const alarms = new Set<NodeJS.Timeout>();
  const calm = createCalm();
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
      const takeBack = calm.look(began);
      await act(await lookForDue(database.pool, queues, { takeBack }));
      failing = false;
    } catch (error) {
      calm.broken();
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
