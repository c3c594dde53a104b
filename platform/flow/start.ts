import type { AnyStateMachine } from 'xstate';
import { transaction, type Ctx, type TxCtx } from '../context';
import { applyPlan } from './apply-plan';
import { planStart } from './plan';
import { repeatedResult } from './repeated-result';
import type { Flow, FlowResult, StartInput } from './types';

const insertInstance = {
  name: 'flow-start',
  text: `insert into flow.instance
      (id, machine, machine_version, status, state, version, created_at, updated_at)
    select $1, $2, $3, 'active', '{}', 0, t.at, t.at from (select platform.now() as at) t
    on conflict (id) do nothing
    returning created_at as at`,
};

/** Creates instance `id` and applies the initial transition; joins the open transaction. A repeat with the same id is `repeated`. */
export async function startFlow<M extends AnyStateMachine>(
  ctx: Ctx,
  flow: Flow<M>,
  start: { id: string; input: StartInput<M> },
): Promise<FlowResult<M>> {
  return transaction(ctx, (tx) => begin(tx, flow, start));
}

async function begin<M extends AnyStateMachine>(
  ctx: TxCtx,
  flow: Flow<M>,
  { id, input: given }: { id: string; input: StartInput<M> },
): Promise<FlowResult<M>> {
  const values = [id, flow.name, flow.version];
  const { rows } = await ctx.tx.query<{ at: Date }>({ ...insertInstance, values });
  const at = rows[0]?.at;
  if (!at) {
    const first = await repeatedResult(ctx, flow, { id, version: 1 });
    if (!first) throw new Error(`${id} exists without a start`);
    return first;
  }
  const input = { ...(given as object), at: at.toISOString() };
  const plan = planStart(flow.machine, input);
  const event = { type: 'flow.started', input };
  return applyPlan(ctx, flow, { id, version: 1, at, name: event.type, event, plan });
}
