import type pg from 'pg';
import { cpuOf, cpuOfTree } from './processes';

export type Pids = Readonly<Record<'web' | 'worker' | 'postgres', number>>;

const spendings = ['webSends', 'workerSends', 'web', 'worker', 'postgres'] as const;
type Spending = Record<(typeof spendings)[number], number>;

const sends = `
  select coalesce(sum(calls) filter (where rolname = 'web'), 0)::float8 as web,
    coalesce(sum(calls) filter (where rolname = 'worker'), 0)::float8 as worker
  from pg_stat_statements s join pg_roles r on r.oid = s.userid`;

/** What our side costs a request: statements and CPU time of each process. */
export function spending(pool: pg.Pool, pids: Pids) {
  const total: Spending = { webSends: 0, workerSends: 0, web: 0, worker: 0, postgres: 0 };
  let requests = 0;
  const now = async (): Promise<Spending> => {
    const { rows } = await pool.query<{ web: number; worker: number }>(sends);
    return {
      webSends: rows[0]!.web,
      workerSends: rows[0]!.worker,
      web: cpuOf(pids.web),
      worker: cpuOf(pids.worker),
      postgres: cpuOfTree(pids.postgres),
    };
  };
  return {
    during: async (work: () => Promise<number>) => {
      const before = await now();
      requests += await work();
      const after = await now();
      for (const key of spendings) total[key] += after[key] - before[key];
    },
    perRequest: () => spendings.map((key) => (total[key] / requests).toFixed(1)),
  };
}

/** The statements of the product that took PostgreSQL longest since the last reset: milliseconds in all, calls, text. */
export async function dearest(pool: pg.Pool): Promise<string[]> {
  const { rows } = await pool.query<{ ms: string; calls: string; rolname: string; query: string }>(
    `select round(total_exec_time)::text as ms, calls::text, rolname, left(regexp_replace(query, '\s+', ' ', 'g'), 150) as query
     from pg_stat_statements s join pg_roles r on r.oid = s.userid
     where rolname in ('web', 'worker') order by total_exec_time desc limit 12`,
  );
  return rows.map(
    ({ ms, calls, rolname, query }) =>
      `  ${ms.padStart(7)} ms ${calls.padStart(6)} ${rolname} ${query}`,
  );
}
