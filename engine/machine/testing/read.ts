import type { AnyStateMachine } from 'xstate';
import { asc, eq } from 'drizzle-orm';
import type { Ctx } from '#platform/context';
import { definitionFor, isOlder, migrateState } from '../migrate';
import { readPast } from '../past';
import { allowedEvents, contentsOf, type StoredState } from '../plan';
import { instance, timer } from '../tables.server';
import type { Flow, FlowView } from '../types';

/**
 * An instance as it stands, with its pending timers (soonest first) and what it would accept. Takes no
 * lock. An instance of an older version is shown migrated, without being stored. Null without one; throws
 * `NewerVersionError` for one of a newer version.
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
  const { version, updatedAt: at } = row;
  const stored = { state: row.state as StoredState, from: row.machineVersion };
  const past = isOlder(flow, stored.from) ? await readPast(ctx, row) : [];
  const stateBy = (by: Flow<M>) => migrateState(by, { ...stored, past }).state;
  const { status, value, context } = contentsOf(stateBy(flow));
  const by = definitionFor(flow, stored.from);
  const allowed = allowedEvents(by.machine, stateBy(by));
  const view = { id, version, at, status, value, context: context as never };
  return { ...view, repeated: false, timers, allowedEvents: allowed };
}
