import type { AnyStateMachine } from 'xstate';
import type { TxCtx } from '../context';
import { isId } from '../ids';
import { applyPlan } from './apply-plan';
import { lockInstance, type LockedInstance } from './hot-statements';
import { lockRootOfChild } from './lock-tree';
import { migrateState } from './migrate';
import { planMigrated, type StoredState } from './plan';
import type { Flow } from './types';

export interface LockedFlow {
  readonly state: StoredState;
  readonly version: number;
  readonly at: Date;
}

/**
 * Locks an instance for the rest of the transaction, its root before it, and brings it to the version of the
 * code. Null without an instance of this flow: an id comes from outside as often as not. A transaction that
 * locks several roots must go by ascending id (`lockTrees`), or risk a deadlock (which `transaction` retries).
 */
export async function lockFlow<M extends AnyStateMachine>(
  ctx: TxCtx,
  flow: Flow<M>,
  id: string,
): Promise<LockedFlow | null> {
  if (!isId(id)) return null;
  if (flow.root) await lockRootOfChild(ctx, id);
  const { rows } = await ctx.tx.query<LockedInstance>({ ...lockInstance, values: [id] });
  const row = rows[0];
  if (row?.machine !== flow.name) return null;
  const { state, version, at } = row;
  const migrated = migrateState(flow, state, row.machine_version);
  if (!migrated) return { state, version, at };
  const plan = planMigrated(flow.machine, migrated, await pendingTimers(ctx, id));
  const event = { type: 'flow.migrated', from: row.machine_version, to: flow.version };
  const next = version + 1;
  await applyPlan(ctx, flow, { id, version: next, at, name: event.type, event, plan });
  return { state: plan.state, version: next, at };
}

async function pendingTimers(ctx: TxCtx, id: string): Promise<string[]> {
  const sql = 'select name from flow.timer where instance_id = $1';
  const { rows } = await ctx.tx.query<{ name: string }>(sql, [id]);
  return rows.map(({ name }) => name);
}
