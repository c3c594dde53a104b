import type pg from 'pg';
import { inSeconds, seconds } from '#platform/base/duration';
import type { Services } from '#platform/context';
import { dueAndLost } from '../queue/pg-boss';

/** How often due jobs are polled for. */
const pollInterval = seconds(1);

/** How often a worker says that it still holds a claim: more than twice within the silence that ends it. */
export const heartbeatInterval = seconds(3);

/** What a poll has found. */
interface Found {
  readonly queue: string;
  /** Milliseconds until a job of it is due, one row per moment; null when pg-boss must end a claim of it. */
  readonly wait: number | null;
}

/** Polls `queues`, and timers, once; with `takeBack`, jobs whose worker is gone wait again. */
export async function pollOnce(
  pool: pg.Pool,
  queues: readonly string[],
  { takeBack }: { takeBack: boolean },
): Promise<Found[]> {
  const values = [queues, inSeconds(pollInterval), takeBack];
  return (await pool.query<Found>({ ...dueAndLost, values })).rows;
}

/** A poll this late after the last one: this process, or the database, stood still meanwhile. */
const gap = seconds(3);
/** Every living worker has said twice within it that it holds its claims; one of the release before, once. */
const enough = seconds(7);

/**
 * The grace period before the silence of others means anything. After the database was away, or this process stood still,
 * claims look abandoned that are held: their workers could not say so. Milliseconds of any steady clock.
 */
export function gracePeriod() {
  let since: number | null = null;
  let last = 0;
  return {
    /** A poll begins; true when polls have gone well for long enough. */
    isOver(at: number): boolean {
      if (since === null || at - last > gap) since = at;
      last = at;
      return at - since >= enough;
    },
    /** A poll has failed. */
    restart(): void {
      since = null;
    },
  };
}

interface Polled {
  /** Queues to poll, besides that of the timers. */
  readonly queues: readonly string[];
  /** There is something to do in a queue at this very moment. */
  due(queue: string): void;
  /** A claim must end: its worker has taken too long, or is gone and no try is left. */
  overdue(queue: string): Promise<void>;
}

/**
 * One poll a second for all queues, in place of one of each: NOTIFY announces jobs that start at once, this of
 * everything else (delays, retries, timers, and what NOTIFY did not announce) to the moment. It also takes back what workers
 * held that are gone. The result ends it.
 */
export function startPolling(
  { database, log }: Services,
  { queues, due, overdue }: Polled,
): () => void {
  const alarms = new Set<NodeJS.Timeout>();
  const grace = gracePeriod();
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
      const takeBack = grace.isOver(began);
      await act(await pollOnce(database.pool, queues, { takeBack }));
      failing = false;
    } catch (error) {
      grace.restart();
      if (!failing && !ended) log.warn({ err: error }, 'no look for due jobs');
      failing = true;
    }
    if (ended) return;
    next = setTimeout(run, Math.max(0, pollInterval - (performance.now() - began)));
  };
  void run();
  return () => {
    ended = true;
    clearTimeout(next);
    alarms.forEach(clearTimeout);
  };
}
