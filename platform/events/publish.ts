import type { TxCtx } from '../context';
import { newId } from '../ids';
import { addJobs, addedJobs, type AddedJobs } from '../jobs/insert-sql';
import { wishedByFacts } from './wished-by-facts';
import type { Fact } from './types';

const publishFact = {
  name: 'events-publish',
  text: `with wished as (
    select id, name, data, null::timestamptz as start_after from (${wishedByFacts('$1')}) f),
  ${addJobs} ${addedJobs}`,
};

/**
 * Publishes a fact within the open transaction: one job per subscription that the database knows at
 * that moment (`syncQueues` writes them at every deploy). Throws when a job could not be added.
 */
export async function publish(ctx: TxCtx, fact: Fact): Promise<void> {
  const at = await ctx.tx.query<{ at: Date }>('select platform.now() as at');
  const facts = [{ id: newId(), at: at.rows[0]!.at.toISOString(), fact }];
  const result = await ctx.tx.query<AddedJobs>({ ...publishFact, values: [JSON.stringify(facts)] });
  const { added, wished } = result.rows[0]!;
  if (added !== wished) throw new Error(`lost a job of ${fact.type}`);
}
