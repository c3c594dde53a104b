import type { AnyStateMachine } from 'xstate';
import { asc, eq } from 'drizzle-orm';
import type { Ctx } from '../context';
import { migrateState } from './migrate';
import { allowedEvents, planNothing, type StoredState } from './plan';
import { instance, timer } from './tables.server';
import type { Flow, FlowView } from './types';

/**
 * An instance as it stands, with its pending timers (soonest first) and what it would accept. Takes no
 * lock. An instance of an older version is shown migrated, without being stored. Null without one.
 */
export async function readFlow<M extends AnyStateMachine>(
  ctx: Ctx,
  flow: Flow<M>,
  id: string,
): Promise<FlowView<M> | null> {
  const [row] = await ctx.db.select().from(instance).where(eq(instance.id, id));
  if (!row || row.machine !== flow.name) return null;
  const timers = await ctx.db
    .select({ name: timer.label, fireAt: timer.fireAt })
    .from(timer)
    .where(eq(timer.instanceId, id))
    .orderBy(asc(timer.fireAt), asc(timer.name));
  const stored = row.state as StoredState;
  const state = migrateState(flow, stored, row.machineVersion) ?? stored;
  const plan = planNothing(flow.machine, state);
  return {
    id,
    version: row.version,
    at: row.updatedAt,
    status: plan.status,
    value: plan.value,
    context: plan.context as never,
    repeated: false,
    timers,
    allowedEvents: allowedEvents(flow.machine, plan.state),
  };
}
