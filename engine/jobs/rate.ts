import { setTimeout as sleep } from 'node:timers/promises';
import type { Services } from '#platform/context';
import { milliseconds, seconds, type Duration } from '#platform/base/duration';

/** How fast jobs of one queue begin in one process. */
export interface RateLimit {
  /** While the database answers as usual. */
  readonly perSecond: number;
  /** However slowly it answers. */
  readonly least: number;
  /** So many begin at once after a pause. */
  readonly burst: number;
}

/** An answer that takes so many times the usual is slow; what is shorter than `unnoticed` never is. */
const slow = 2;
const unnoticed = milliseconds(3);
/** What is usual is the shortest answer; it grows by so much with each, so that one lucky answer is forgotten. */
const forgetting = 1.02;
const fallsTo = 0.7;
const risesBy = 1.05;

/** A rate that falls while the database answers slowly, and rises again. Moments are milliseconds of any steady clock. */
export function createRate({ perSecond, least, burst }: RateLimit) {
  let current = perSecond;
  let usual = Infinity;
  let next = -Infinity;
  return {
    /** Takes the next turn; says how long to wait for it. */
    take(at: number): Duration {
      const interval = seconds(1) / current;
      next = Math.max(next, at - (burst - 1) * interval);
      const wait = Math.max(0, next - at);
      next += interval;
      return milliseconds(wait);
    },
    /** The database took this long for a trivial answer. */
    answered(took: Duration): void {
      usual = Math.min(took, usual * forgetting);
      const isSlow = took > unnoticed && took > slow * usual;
      current = isSlow
        ? Math.max(least, current * fallsTo)
        : Math.min(perSecond, current * risesBy);
    },
    /** Turns a second as of now. */
    perSecond: () => current,
  };
}

/** How often the database is asked while turns are taken. */
const askEvery = milliseconds(250);

/** Turns at a rate: resolves when it is one's turn. While turns are taken, a trivial statement measures the database. */
export function turnsOf(
  { database }: Pick<Services, 'database'>,
  limit: RateLimit,
): () => Promise<void> {
  const rate = createRate(limit);
  let askedAt = -Infinity;
  const ask = async (began: number) => {
    askedAt = began;
    // A database that is away slows it down as one that is slow; the job itself says what is wrong.
    await database.pool.query('select 1').catch(() => undefined);
    rate.answered(milliseconds(performance.now() - began));
  };
  return async () => {
    const now = performance.now();
    const wait = rate.take(now);
    // A few jobs now and then cost no further statement.
    if (wait > 0 && now - askedAt >= askEvery) void ask(now);
    if (wait > 0) await sleep(wait);
  };
}
