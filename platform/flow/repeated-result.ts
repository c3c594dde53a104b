import type { AnyStateMachine } from 'xstate';
import type { TxCtx } from '../context';
import { planNothing, type StoredState } from './plan';
import type { Flow, FlowResult } from './types';

const byKey = {
  name: 'flow-by-key',
  text: `select version, at, state from flow.transition where instance_id = $1 and key = $2`,
};
const byVersion = {
  name: 'flow-by-version',
  text: `select version, at, state from flow.transition where instance_id = $1 and version = $2`,
};

/** What the first delivery of `key` (or version `version`) answered, or null when there was none. */
export async function repeatedResult<M extends AnyStateMachine>(
  ctx: TxCtx,
  flow: Flow<M>,
  { id, ...by }: { id: string } & ({ key: string } | { version: number }),
): Promise<FlowResult<M> | null> {
  const query =
    'key' in by ? { ...byKey, values: [id, by.key] } : { ...byVersion, values: [id, by.version] };
  const { rows } = await ctx.tx.query<{ version: number; at: Date; state: StoredState }>(query);
  if (!rows[0]) return null;
  const { version, at, state } = rows[0];
  const { status, value, context } = planNothing(flow.machine, state);
  return { id, version, at, status, value, context: context as never, repeated: true };
}
