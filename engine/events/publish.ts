import type { TxCtx } from '#platform/context';
import { newId } from '#platform/base/ids';
import { addJobs, addedJobs, wishedByEvents, type AddedJobs } from '../queue/pg-boss';
import { causeHere } from '#platform/observability/tracing';
import { eventFrom, type DeclaredEvent, type FieldsOf } from './declare';
import { runEventSteps } from './event-step';

const publishEvent = {
  name: 'events-publish',
  text: `with wished as (
    select id, name, data, null::timestamptz as start_after from (${wishedByEvents('$1')}) f),
  ${addJobs} ${addedJobs}`,
};

/**
 * Publishes a declared event within the open transaction: one job per subscription that the database knows at
 * that moment (`syncQueues` writes them at every deploy), then the steps that are part of it. Throws when the fields do not fit the declaration, and when a
 * job could not be added.
 */
export async function publish<D extends DeclaredEvent>(
  ctx: TxCtx,
  declaration: D,
  fields: FieldsOf<D>,
): Promise<void> {
  const event = eventFrom(declaration, fields);
  const at = await ctx.tx.query<{ at: Date }>('select platform.now() as at');
  const events = [{ id: newId(), at: at.rows[0]!.at.toISOString(), event, cause: causeHere() }];
  const result = await ctx.tx.query<AddedJobs>({
    ...publishEvent,
    values: [JSON.stringify(events)],
  });
  const { added, wished } = result.rows[0]!;
  if (added !== wished) throw new Error(`lost a job of ${declaration.type}`);
  await runEventSteps(ctx, { events: [event] });
}
