import type { AnyStateMachine } from 'xstate';
import { and, eq, inArray } from 'drizzle-orm';
import type { Ctx } from '#platform/context';
import { definitionFor, isOlder, migrateState } from './migrate';
import { readPasts } from './past';
import { allowedEvents, type StoredState } from './plan';
import { instance } from './tables.server';
import type { Flow } from './types';

/**
 * What each of several instances would accept now, by id: types of events, for the rows of a list. Takes no
 * lock. An id without an instance of this flow is missing from the answer; one that a newer release has brought
 * forward offers nothing here.
 */
export async function allowedEventsOf<M extends AnyStateMachine>(
  ctx: Ctx,
  flow: Flow<M>,
  ids: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  if (ids.length === 0) return new Map();
  const rows = await ctx.db
    .select({
      id: instance.id,
      state: instance.state,
      from: instance.machineVersion,
      version: instance.version,
    })
    .from(instance)
    .where(and(inArray(instance.id, [...ids]), eq(instance.machine, flow.name)));
  const known = rows.filter(({ from }) => from <= flow.version);
  const older = known.filter(({ from }) => isOlder(definitionFor(flow, from), from));
  const pasts = await readPasts(ctx, older);
  const allowed = new Map<string, readonly string[]>(rows.map(({ id }) => [id, []]));
  for (const { id, state, from } of known) {
    const by = definitionFor(flow, from);
    const stored = { state: state as StoredState, from, past: pasts.get(id) ?? [] };
    allowed.set(id, allowedEvents(by.machine, migrateState(by, stored).state));
  }
  return allowed;
}
