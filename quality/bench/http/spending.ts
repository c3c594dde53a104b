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

/**
 * The statements of the product that took PostgreSQL longest since the last reset: milliseconds in all, calls, and by each
 * call the blocks that it looked at and the bytes that it logged (PostgreSQL's WAL), which no other load of the machine
 * changes. The first line is the sum of all statements.
 */
export async function dearest(pool: pg.Pool): Promise<string[]> {
  const { rows } = await pool.query<Record<'ms' | 'calls' | 'blocks' | 'wal' | 'of', string>>(
    `with said as materialized (
       select total_exec_time as ms, calls, shared_blks_hit + shared_blks_read as blocks, wal_bytes as wal,
         rolname || ' ' || left(regexp_replace(query, '\\s+', ' ', 'g'), 150) as of
       from pg_stat_statements s join pg_roles r on r.oid = s.userid where rolname in ('web', 'worker')
     ), dearest as (select * from said order by ms desc limit 20)
     select round(ms)::text as ms, calls::text, round(blocks::numeric / calls, 1)::text as blocks,
       round(wal / calls)::text as wal, of from (
         select * from dearest
         union all select sum(ms), max(calls) filter (where of like 'web%'), sum(blocks), sum(wal), 'all, by the calls of web' from said
       ) x order by x.ms desc`,
  );
  return rows.map(
    ({ ms, calls, blocks, wal, of }) =>
      `${ms.padStart(9)} ms ${calls.padStart(6)} × ${blocks.padStart(7)} blocks ${wal.padStart(6)} B ${of}`,
  );
}
