import type { AnyStateMachine } from 'xstate';
import type { TxCtx } from '#platform/context';
import { isOlder, migrateState, NewerVersionError } from './migrate';
import { readPast } from './past';
import { contentsOf, type StoredState } from './plan';
import type { Flow, FlowResult } from './types';

const columns = 'version, machine_version as "from", at, state';
const byKey = {
  name: 'flow-by-key',
  text: `select ${columns} from flow.transition where instance_id = $1 and key = $2`,
};
const byVersion = {
  name: 'flow-by-version',
  text: `select ${columns} from flow.transition where instance_id = $1 and version = $2`,
};

interface Row {
  readonly version: number;
  readonly from: number;
  readonly at: Date;
  readonly state: StoredState;
}

/**
 * What the first delivery of `key` (or version `version`) answered, or null when there was none. It comes from what
 * was stored, in the shape of today: the event was done, so no change of the machine may turn the repeat into a failure.
 */
export async function repeatedResult<M extends AnyStateMachine>(
  ctx: TxCtx,
  flow: Flow<M>,
  { id, ...by }: { id: string } & ({ key: string } | { version: number }),
): Promise<FlowResult<M> | null> {
  const query =
    'key' in by ? { ...byKey, values: [id, by.key] } : { ...byVersion, values: [id, by.version] };
  const { rows } = await ctx.tx.query<Row>(query);
  if (!rows[0]) return null;
  const { version, at } = rows[0];
  const { status, value, context } = contentsOf(await stateOfToday(ctx, flow, id, rows[0]));
  return { id, version, at, status, value, context: context as never, repeated: true };
}

/** The result of an event that the definition `by` stored, in the shape that callers of `flow` know. */
export async function resultAsOf<M extends AnyStateMachine>(
  ctx: TxCtx,
  flow: Flow<M>,
  by: Flow<M>,
  result: FlowResult<M>,
): Promise<FlowResult<M>> {
  if (by === flow) return result;
  const stored = await repeatedResult(ctx, flow, result);
  return { ...stored!, repeated: false };
}

async function stateOfToday(
  ctx: TxCtx,
  flow: Flow<AnyStateMachine>,
  id: string,
  { version, from, state }: Row,
): Promise<StoredState> {
  try {
    if (!isOlder(flow, from)) return state;
    const past = await readPast(ctx, { id, version });
    return migrateState(flow, { state, from, past }).state;
  } catch (error) {
    if (!(error instanceof NewerVersionError))
      ctx.log.error({ err: error, instance: id, flow: flow.name }, 'a repeat was not migrated');
    return state;
  }
}
