import { and, asc, eq, lte, or, sql } from 'drizzle-orm';
import type { StateValue } from 'xstate';
import type { Ctx } from '#platform/context';
import { transition } from './tables.server';
import type { Past } from './types';

/** The logs of several instances, each up to its version, by id. For migrations only: a log can be long. */
export async function readPasts(
  ctx: Ctx,
  snapshots: ReadonlyArray<{ id: string; version: number }>,
): Promise<ReadonlyMap<string, readonly Past[]>> {
  const pasts = new Map<string, Past[]>(snapshots.map(({ id }) => [id, []]));
  if (snapshots.length === 0) return pasts;
  const { instanceId, version, name, at, state } = transition;
  const rows = await ctx.db
    .select({ id: instanceId, name, at, value: sql<StateValue>`${state} -> 'value'` })
    .from(transition)
    .where(or(...snapshots.map((each) => and(eq(instanceId, each.id), lte(version, each.version)))))
    .orderBy(asc(instanceId), asc(version));
  for (const row of rows)
    pasts.get(row.id)!.push({ name: row.name, at: row.at.toISOString(), value: row.value });
  return pasts;
}

export const readPast = async (
  ctx: Ctx,
  snapshot: { id: string; version: number },
): Promise<readonly Past[]> => (await readPasts(ctx, [snapshot])).get(snapshot.id) ?? [];
