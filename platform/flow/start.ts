import type { AnyStateMachine } from 'xstate';
import { transaction, type Ctx, type TxCtx } from '../context';
import { applyPlan } from './apply-plan';
import { lockRootToBe } from './lock-tree';
import { planStart } from './plan';
import { definitionFor } from './migrate';
import { repeatedResult, resultAsOf } from './repeated-result';
import type { Flow, FlowResult, StartInput } from './types';

const insertInstance = {
  name: 'flow-start',
  text: `insert into flow.instance
      (id, machine, machine_version, status, state, version, created_at, updated_at, root_id)
    select $1, $2, $3, 'active', '{}', 0, t.at, t.at, $4 from (select platform.now() as at) t
    on conflict (id) do nothing
    returning created_at as at`,
};

const whoHas = `select machine, root_id as root from flow.instance where id = $1`;

/**
 * Creates instance `id` and applies the initial transition; joins the open transaction. A repeat with the same
 * id is `repeated`; another machine, or another root, under an id that is taken is a fault of the caller and
 * throws. A flow that belongs to a root needs the root's id: `not_found` when there is no such root.
 */
export async function startFlow<M extends AnyStateMachine>(
  ctx: Ctx,
  flow: Flow<M>,
  start: { id: string; input: StartInput<M>; root?: string },
): Promise<FlowResult<M>> {
  if (Boolean(flow.root) !== Boolean(start.root))
    throw new Error(flow.root ? `${flow.name} needs a root` : `${flow.name} has no root`);
  return transaction(ctx, (tx) => begin(tx, flow, start));
}

async function begin<M extends AnyStateMachine>(
  ctx: TxCtx,
  flow: Flow<M>,
  { id, input: given, root }: Parameters<typeof startFlow<M>>[2],
): Promise<FlowResult<M>> {
  if (flow.root && root) await lockRootToBe(ctx, flow.root, root);
  const by = definitionFor(flow, null);
  const values = [id, by.name, by.version, root ?? null];
  const { rows } = await ctx.tx.query<{ at: Date }>({ ...insertInstance, values });
  const at = rows[0]?.at;
  if (!at) return begun(ctx, flow, id, root ?? null);
  const input = { ...(given as object), at: at.toISOString() };
  const plan = planStart(by.machine, input);
  const event = { type: 'flow.started', input };
  const accepted = { id, version: 1, at, name: event.type, event, plan };
  return resultAsOf(ctx, flow, by, await applyPlan(ctx, by, accepted));
}

async function begun<M extends AnyStateMachine>(
  ctx: TxCtx,
  flow: Flow<M>,
  id: string,
  root: string | null,
): Promise<FlowResult<M>> {
  const { rows } = await ctx.tx.query<{ machine: string; root: string | null }>(whoHas, [id]);
  const holder = rows[0];
  if (holder?.machine !== flow.name || holder.root !== root)
    throw new Error(`the id of a new ${flow.name} belongs to another ${holder?.machine}`);
  const first = await repeatedResult(ctx, flow, { id, version: 1 });
  if (!first) throw new Error(`${id} exists without a start`);
  return first;
}
