import type { Ctx } from '#platform/context';
import { isId } from '#platform/base/ids';

const forget = {
  name: 'flow-forget-instances',
  text: `with gone as (select unnest($1::uuid[]) as id),
  logs as (delete from flow.transition t using gone where t.instance_id = gone.id),
  clocks as (delete from flow.timer t using gone where t.instance_id = gone.id)
  delete from flow.instance i using gone where i.id = gone.id`,
};

/**
 * Removes instances with their logs and clocks, ended or not: what they are about is gone. Alarms and jobs that are still
 * under way find nothing. Audit entries stay. Safe to repeat.
 */
export async function forgetInstances(ctx: Ctx, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const values = [ids.filter(isId)];
  if (ctx.tx) await ctx.tx.query({ ...forget, values });
  else await ctx.services.database.pool.query({ ...forget, values });
}
