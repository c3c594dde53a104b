import { existsSync, readFileSync } from 'node:fs';
import type pg from 'pg';

type Backend = pg.PoolClient & { readonly processID: number };

/**
 * Time on the processor of this process and of a pool's sessions, in milliseconds: other work on the machine makes it wait
 * longer and takes hardly more of it. Null where the system does not tell it (it is Linux that does).
 */
export function processorOf(pool: pg.Pool): (() => () => number) | null {
  if (!existsSync('/proc/self/schedstat')) return null;
  const sessions = new Set<number>();
  pool.on('connect', (client) => void sessions.add((client as Backend).processID));
  pool.on('remove', (client) => void sessions.delete((client as Backend).processID));
  return () => {
    const own = process.cpuUsage();
    const before = new Map([...sessions].map((pid) => [pid, millisecondsOf(pid)]));
    return () => {
      const { user, system } = process.cpuUsage(own);
      const theirs = [...sessions].map((pid) => millisecondsOf(pid) - (before.get(pid) ?? 0));
      // One that ended meanwhile was idle: it did nothing for this run.
      return theirs.reduce((sum, one) => sum + Math.max(0, one), (user + system) / 1_000);
    };
  };
}

/** On the processor so far, as the kernel counted it when the session last went to sleep; 0 for one that has just ended. */
function millisecondsOf(pid: number): number {
  try {
    return Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1_000_000;
  } catch {
    return 0;
  }
}
