import type { TxCtx } from '#platform/context';
import { newId } from '#platform/base/ids';
import { eventsQueue } from '../queue/envelope';
import { addJobs, addedJobs, type AddedJobs } from '../queue/insert-jobs';
import { causeHere } from '#platform/observability/tracing';
import { eventFrom, type DeclaredEvent, type FieldsOf } from './declare';

/**
 * The deliveries that facts ask for, as SQL over parameter `param`: a JSON list of
 * `{id, at, fact, instance?, cause?}`. The id of each follows from the fact's id and the subscription's name.
 */
export const wishedByEvents = (param: string): string => `
  select md5(f.id || ':' || s.name)::uuid as id, '${eventsQueue}' as name,
    jsonb_build_object('payload', f.fact, 'at', f.at,
      'subscription', s.name, 'key', md5(f.id || ':' || s.name)::uuid)
      || jsonb_strip_nulls(jsonb_build_object('instance', f.instance, 'cause', f.cause)) as data
  from jsonb_to_recordset(${param}::jsonb) as f(id text, at text, fact jsonb, instance text, cause text)
  join pgboss.subscription s on s.event = f.fact->>'type'`;

const publishEvent = {
  name: 'events-publish',
  text: `with wished as (
    select id, name, data, null::timestamptz as start_after from (${wishedByEvents('$1')}) f),
  ${addJobs} ${addedJobs}`,
};

/**
 * Publishes a declared fact within the open transaction: one job per subscription that the database knows at
 * that moment (`syncQueues` writes them at every deploy). Throws when the fields do not fit the declaration, and when a
 * job could not be added.
 */
export async function publish<D extends DeclaredEvent>(
  ctx: TxCtx,
  declaration: D,
  fields: FieldsOf<D>,
): Promise<void> {
  const fact = eventFrom(declaration, fields);
  const at = await ctx.tx.query<{ at: Date }>('select platform.now() as at');
  const facts = [{ id: newId(), at: at.rows[0]!.at.toISOString(), fact, cause: causeHere() }];
  const result = await ctx.tx.query<AddedJobs>({
    ...publishEvent,
    values: [JSON.stringify(facts)],
  });
  const { added, wished } = result.rows[0]!;
  if (added !== wished) throw new Error(`lost a job of ${declaration.type}`);
}
