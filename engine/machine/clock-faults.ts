import type { Services } from '#platform/context';
import { waitsFor, type StoredState } from './plan';
import type { AnyFlow } from './types';

/** What does not fit between running flows and their clocks: ids. */
export interface ClockFaults {
  readonly running: number;
  /** Of a version that this code does not write: they were not looked at. */
  readonly otherVersions: number;
  /** A state waits for a clock that is not set and has not rung. */
  readonly unset: string[];
  /** A clock of a flow that has ended, or of none. */
  readonly stray: string[];
  /** It should have rung ten minutes ago. */
  readonly late: string[];
}

const atOnce = 500;

const page = `
  select i.id, i.machine, i.machine_version as version, i.state,
    array(select t.name from flow.timer t where t.instance_id = i.id) as timers
  from flow.instance i where i.status = 'active' and i.id > $1 order by i.id limit ${atOnce}`;

/** One that rang without leaving its state is not set again. */
const rung = `
  select coalesce(array_agg(distinct name), '{}') as names from (
    select event ->> 'type' as name from flow.transition where instance_id = $1
    union all select jsonb_array_elements_text(event -> 'rung') from flow.transition
    where instance_id = $1 and event ? 'rung') as rang`;

const stray = `select t.instance_id as id from flow.timer t
  where not exists (select from flow.instance i where i.id = t.instance_id and i.status = 'active')`;
const late = `select instance_id as id from flow.timer where fire_at < platform.now() - interval '10 minutes'`;

interface Row {
  readonly id: string;
  readonly machine: string;
  readonly version: number;
  readonly state: StoredState;
  readonly timers: readonly string[];
}

/** Compares each running flow with its clocks, in small steps. Changes nothing. */
export async function clockFaults(
  { database }: Services,
  flows: readonly AnyFlow[],
): Promise<ClockFaults> {
  const { pool } = database.slow;
  const unset: string[] = [];
  let running = 0;
  let otherVersions = 0;
  for (let after = '00000000-0000-0000-0000-000000000000'; ;) {
    const { rows } = await pool.query<Row>(page, [after]);
    for (const row of rows) {
      const flow = flows.find(({ name }) => name === row.machine);
      if (flow?.version !== row.version) otherVersions += 1;
      else if (await lacksClock(pool, flow, row)) unset.push(`${row.machine} ${row.id}`);
    }
    running += rows.length;
    if (rows.length < atOnce) break;
    after = rows.at(-1)!.id;
  }
  const idsOf = async (text: string) =>
    (await pool.query<{ id: string }>(text)).rows.map(({ id }) => id);
  return { running, otherVersions, unset, stray: await idsOf(stray), late: await idsOf(late) };
}

async function lacksClock(
  pool: Services['database']['pool'],
  { machine }: AnyFlow,
  { id, state, timers }: Row,
): Promise<boolean> {
  const missing = waitsFor(machine, state).filter((name) => !timers.includes(name));
  if (missing.length === 0) return false;
  const { rows } = await pool.query<{ names: string[] }>(rung, [id]);
  return missing.some((name) => !rows[0]!.names.includes(name));
}
