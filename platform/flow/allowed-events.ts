import type { AnyStateMachine } from 'xstate';
import { and, eq, inArray } from 'drizzle-orm';
import type { Ctx } from '../context';
import { migrateState } from './migrate';
import { allowedEvents, type StoredState } from './plan';
import { instance } from './tables.server';
import type { Flow } from './types';

/**
 * What each of several instances would accept now, by id: types of events, for the rows of a list. Takes no
 * lock. An id without an instance of this flow is missing from the answer.
 */
export async function allowedEventsOf<M extends AnyStateMachine>(
  ctx: Ctx,
  flow: Flow<M>,
  ids: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  if (ids.length === 0) return new Map();
  const rows = await ctx.db
    .select({ id: instance.id, state: instance.state, version: instance.machineVersion })
    .from(instance)
    .where(and(inArray(instance.id, [...ids]), eq(instance.machine, flow.name)));
  return new Map(
    rows.map(({ id, state, version }) => {
      const stored = state as StoredState;
      return [id, allowedEvents(flow.machine, migrateState(flow, stored, version) ?? stored)];
    }),
  );
}
