import type pg from 'pg';
import { inSeconds, seconds } from '#platform/base/duration';
import { look } from '../queue/pg-boss';

/** How often due jobs are looked for. */
export const lookInterval = seconds(1);

/** How often a worker says that it still holds a claim: more than twice within the silence that ends it. */
export const beatInterval = seconds(3);

/** What a look has found. */
export interface Found {
  readonly queue: string;
  /** Milliseconds until a job of it is due, one row per moment; null when pg-boss must end a claim of it. */
  readonly wait: number | null;
}

/** Looks at `queues`, and at timers, once; with `takeBack`, jobs whose worker is gone wait again. */
export async function lookForDue(
  pool: pg.Pool,
  queues: readonly string[],
  { takeBack }: { takeBack: boolean },
): Promise<Found[]> {
  const values = [queues, inSeconds(lookInterval), takeBack];
  return (await pool.query<Found>({ ...look, values })).rows;
}
