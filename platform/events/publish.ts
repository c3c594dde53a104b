import type { TxCtx } from '../context';
import { newId } from '../ids';
import { addJobs, addedJobs, type AddedJobs } from '../jobs/insert-sql';
import { factFrom, type DeclaredFact, type FieldsOf } from './declare';
import { wishedByFacts } from './wished-by-facts';

const publishFact = {
  name: 'events-publish',
  text: `with wished as (
    select id, name, data, null::timestamptz as start_after from (${wishedByFacts('$1')}) f),
  ${addJobs} ${addedJobs}`,
};

/**
 * Publishes a declared fact within the open transaction: one job per subscription that the database knows at
 * that moment (`syncQueues` writes them at every deploy). Throws when the fields do not fit the declaration, and when a
 * job could not be added.
 */
export async function publish<D extends DeclaredFact>(
  ctx: TxCtx,
  declaration: D,
  fields: FieldsOf<D>,
): Promise<void> {
  const fact = factFrom(declaration, fields);
  const at = await ctx.tx.query<{ at: Date }>('select platform.now() as at');
  const facts = [{ id: newId(), at: at.rows[0]!.at.toISOString(), fact }];
  const result = await ctx.tx.query<AddedJobs>({ ...publishFact, values: [JSON.stringify(facts)] });
  const { added, wished } = result.rows[0]!;
  if (added !== wished) throw new Error(`lost a job of ${declaration.type}`);
}
