import type { AnyStateMachine } from 'xstate';
import type { TxCtx } from '#platform/context';
import { isId } from '#platform/base/ids';
import { bringForward, type Current } from './bring-forward';
import { lockInstance, type LockedInstance } from './hot-statements';
import { lockRootOfChild } from './lock-tree';
import type { Flow } from './types';

export interface LockedFlow<M extends AnyStateMachine> extends Current<M> {
  /** The version that the instance was found at, before it was migrated. */
  readonly found: number;
  readonly at: Date;
}

/**
 * Locks an instance for the rest of the transaction, its root before it, and brings it to the version of the
 * code. Null without an instance of this flow: an id comes from outside as often as not. A transaction that
 * locks several roots must go by ascending id (`lockAggregate`), or risk a deadlock (which `withTransaction` retries).
 */
export async function lockFlow<M extends AnyStateMachine>(
  ctx: TxCtx,
  flow: Flow<M>,
  id: string,
): Promise<LockedFlow<M> | null> {
  if (!isId(id)) return null;
  if (flow.root) await lockRootOfChild(ctx, id);
  const { rows } = await ctx.tx.query<LockedInstance>({ ...lockInstance, values: [id] });
  const row = rows[0];
  if (row?.machine !== flow.name) return null;
  const current = await bringForward(ctx, flow, id, row);
  return { ...current, found: row.version, at: row.at };
}
