import type { AnyStateMachine } from 'xstate';
import type { TxCtx } from '#platform/context';
import { applyPlan } from './apply-plan';
import type { LockedInstance } from './hot-statements';
import { definitionFor, isOlder, migrateState } from './migrate';
import { readPast } from './past';
import { planMigrated, type StoredState } from './plan';
import { timerLabel } from './timer-names';
import type { Flow } from './types';

export interface Current<M extends AnyStateMachine> {
  /** The definition by which the instance goes on. */
  readonly flow: Flow<M>;
  readonly state: StoredState;
  readonly version: number;
}

/** Timers that went off, by the names of the stored version: a migration says which did before it. */
const rungSince = `
  select coalesce(event -> 'rung', jsonb_build_array(event ->> 'type')) as names from flow.transition
  where instance_id = $1 and (event ? 'rung' or event ->> 'type' like 'xstate.after.%')
    and version >= coalesce(
      (select max(version) from flow.transition where instance_id = $1 and name = 'flow.migrated'), 0)`;
const takeOut = `
  delete from flow.timer where instance_id = $1 and name = any($2::text[])
  returning name, token, fire_at as "fireAt"`;
const underNewNames = `
  insert into flow.timer (instance_id, name, label, token, fire_at, event)
  select $1, t.name, t.label, t.token, t.fire_at, t.event
  from jsonb_to_recordset($2::jsonb) as t(name text, label text, token uuid, fire_at timestamptz, event jsonb)`;

/**
 * A locked instance at the version that its flow writes, its timers under the names that they have there. What was
 * migrated is stored as an event of its own. Throws `NewerVersionError`.
 */
export async function bringForward<M extends AnyStateMachine>(
  ctx: TxCtx,
  known: Flow<M>,
  id: string,
  row: LockedInstance,
): Promise<Current<M>> {
  const { state, version, at, machine_version: from } = row;
  const flow = definitionFor(known, from);
  if (!isOlder(flow, from)) return { flow, state, version };
  const past = await readPast(ctx, { id, version });
  const migrated = migrateState(flow, { state, from, past });
  const timers = { pending: await pendingTimers(ctx, id), rung: await rungTimers(ctx, id) };
  const { plan, renames, rung } = planMigrated(flow.machine, migrated, { ...timers, at });
  if (renames.size > 0) await rename(ctx, flow, id, renames);
  const event = { type: 'flow.migrated', from, to: flow.version, rung };
  const next = version + 1;
  await applyPlan(ctx, flow, { id, version: next, at, name: event.type, event, plan });
  return { flow, state: plan.state, version: next };
}

async function pendingTimers(ctx: TxCtx, id: string): Promise<string[]> {
  const sql = 'select name from flow.timer where instance_id = $1';
  const { rows } = await ctx.tx.query<{ name: string }>(sql, [id]);
  return rows.map(({ name }) => name);
}

async function rungTimers(ctx: TxCtx, id: string): Promise<string[]> {
  const { rows } = await ctx.tx.query<{ names: string[] }>(rungSince, [id]);
  return rows.flatMap(({ names }) => names);
}

/** An alarm knows its timer by the token, which stays: it needs no word of the new name. */
async function rename(
  ctx: TxCtx,
  flow: Flow<AnyStateMachine>,
  id: string,
  renames: ReadonlyMap<string, string>,
): Promise<void> {
  const names = [...renames.keys(), ...renames.values()];
  const { rows } = await ctx.tx.query<{ name: string; token: string; fireAt: Date }>(takeOut, [
    id,
    names,
  ]);
  const timers = [...renames].map(([name, old]) => {
    const { token, fireAt } = rows.find((row) => row.name === old)!;
    return { name, label: timerLabel(flow, name), token, fire_at: fireAt, event: { type: name } };
  });
  await ctx.tx.query(underNewNames, [id, JSON.stringify(timers)]);
}
