import type { Services } from '#platform/context';
import type { AnyFlow } from './types';

/** Small steps: no statement holds locks for long, and another worker at the same work takes other rows. */
const atOnce = 500;

const forget = {
  name: 'flow-forget-ended',
  text: `
  with ended as (
    select id from flow.instance
    where machine = $1 and status = 'done' and not stuck
      and updated_at < platform.now() - $2 * interval '1 millisecond'
    order by updated_at limit ${atOnce} for update skip locked),
  logs as (delete from flow.transition t using ended where t.instance_id = ended.id),
  clocks as (delete from flow.timer t using ended where t.instance_id = ended.id)
  delete from flow.instance i using ended where i.id = ended.id`,
};

/**
 * Removes what the flows that say so (`keepEnded`) keep no longer: instances that ended, with their log. One that waits
 * for a person stays. Returns how many went.
 */
export async function forgetEnded(
  { database }: Pick<Services, 'database'>,
  flows: readonly AnyFlow[],
): Promise<number> {
  let gone = 0;
  for (const { name, keepEnded } of flows) {
    if (keepEnded === undefined) continue;
    for (let step = atOnce; step === atOnce; gone += step) {
      const { rowCount } = await database.pool.query({ ...forget, values: [name, keepEnded] });
      step = rowCount ?? 0;
    }
  }
  return gone;
}
