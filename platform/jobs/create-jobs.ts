import type { TxCtx } from '../context';
import { addJobs, addedJobs, type AddedJobs } from './insert-sql';
import type { Jobs, NewJob } from './types';

/** Takes a JSON list of `{id, name, data, after}`, `after` in milliseconds. */
export const insertJobs = {
  name: 'jobs-insert',
  text: `with wished as (
    select id, name, data, pgboss.job_now() + after * interval '1 millisecond' as start_after
    from jsonb_to_recordset($1::jsonb) as j(id uuid, name text, data jsonb, after double precision)),
  ${addJobs} ${addedJobs}`,
};

/** A job without a queue would be dropped in silence by the join. `names` are what was wished for. */
export function requireQueues({ wished, ready }: AddedJobs, names: readonly string[]): void {
  if (ready !== wished)
    throw new Error(`there is no queue for one of ${names.join(', ')}: it is not in the registry`);
}

/** The queue for a process that only adds jobs: it lives on the caller's transaction and owns nothing. */
export const createJobs = (): Jobs => ({ insert, stop: async () => {} });

async function insert(ctx: TxCtx, jobs: readonly NewJob[]): Promise<number> {
  if (jobs.length === 0) return 0;
  const rows = jobs.map(({ id, name, data, startAfter }) => ({
    id,
    name,
    data,
    after: startAfter,
  }));
  const result = await ctx.tx.query<AddedJobs>({ ...insertJobs, values: [JSON.stringify(rows)] });
  requireQueues(result.rows[0]!, [...new Set(jobs.map(({ name }) => name))]);
  return result.rows[0]!.added;
}
