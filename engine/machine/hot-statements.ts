import { addJobs, addedJobs, queueNow, wishedByEvents } from '../queue/pg-boss';

/**
 * The statements of every event, prepared by name: unprepared they were the whole overhead
 * (docs/decisions/0002). One round trip locks, one writes everything.
 */
export const lockInstance = {
  name: 'flow-lock',
  // An event that waited for the lock may have begun before the one it follows: time never runs back.
  // `platform.now()` written out: the planner does not inline it, which costs a third of the statement.
  text: `select machine, machine_version, status, state, version,
      greatest(now() + coalesce((select shift from platform.clock), interval '0'), updated_at) as at
    from flow.instance where id = $1 for update`,
};

export interface LockedInstance {
  readonly machine: string;
  readonly machine_version: number;
  readonly status: 'active' | 'done';
  readonly state: Record<string, unknown>;
  readonly version: number;
  readonly at: Date;
}

/**
 * What a start needs to know: when it is, and who has the id already. `platform.now()` written out, as above.
 */
export const lookForInstance = {
  name: 'flow-look',
  text: `select now() + coalesce((select shift from platform.clock), interval '0') as at, i.machine, i.root_id as root
    from (select 1) as one left join flow.instance i on i.id = $1`,
};

export interface Look {
  readonly at: Date;
  /** Null where nobody has the id. */
  readonly machine: string | null;
  readonly root: string | null;
}

const begun = `begun as (
  insert into flow.instance
    (id, machine, machine_version, status, state, version, created_at, updated_at, root_id)
  values ($1, $16, $2, $3, $4, $5, $6, $6, $13))`;

const moved = `moved as (
  update flow.instance set machine_version = $2, status = $3, state = $4, version = $5, updated_at = $6
  where id = $1)`;

const logged = `logged as (
  insert into flow.transition
    (instance_id, version, machine_version, name, event, key, actor, at, state, effects)
  values ($1, $5, $2, $7, $8, $9, $10, $6, $4, $11))`;

const disarmed = `disarmed as (
  delete from flow.timer where instance_id = $1 and name = any($13::text[]))`;

const armed = `armed as (
  insert into flow.timer (instance_id, name, label, token, fire_at, event)
  select $1, t.name, t.label, t.token, t.fire_at, t.event
  from jsonb_to_recordset($14::jsonb)
    as t(name text, label text, token uuid, fire_at timestamptz, event jsonb)
  on conflict (instance_id, name) do update
    set label = excluded.label, token = excluded.token, fire_at = excluded.fire_at, event = excluded.event
  returning token, fire_at)`;

/** All timers of an event have one cause: the event. */
const alarms = `
  select t.token as id, 'flow.timer' as name,
    jsonb_build_object('key', t.token, 'instance', $1::uuid,
      'payload', jsonb_build_object('instance', $1::uuid, 'token', t.token))
      || jsonb_strip_nulls(jsonb_build_object('cause', $14::jsonb -> 0 -> 'cause')) as data,
    ${queueNow} + (t.fire_at - platform.now()) as start_after
  from armed t`;

const effects = `
  select id, name, data, null::timestamptz as start_after
  from jsonb_to_recordset($12::jsonb) as j(id uuid, name text, data jsonb)`;

const eventJobs = (param: string): string =>
  `select id, name, data, null::timestamptz as start_after from (${wishedByEvents(param)}) f`;

/** Event and snapshot only: nothing leaves the machine. Eleven parameters. */
export const writeEvent = { name: 'flow-write', text: `with ${moved}, ${logged} select` };

/** With effect jobs ($12) and events ($13). */
export const writeEventAndJobs = {
  name: 'flow-write-jobs',
  text: `with ${moved}, ${logged}, wished as (${effects} union all ${eventJobs('$13')}), ${addJobs} ${addedJobs}`,
};

/** With effect jobs ($12), timers to forget ($13) and to arm ($14), and events ($15). */
export const writeEventAndTimers = {
  name: 'flow-write-timers',
  text: `with ${moved}, ${logged}, ${disarmed}, ${armed},
    wished as (${effects} union all ${eventJobs('$15')} union all ${alarms}), ${addJobs} ${addedJobs}`,
};

/** The first event, with its instance: of root $13 and machine $16, with effect jobs ($12), timers to arm ($14), events ($15). */
export const startEvent = {
  name: 'flow-start',
  text: `with ${begun}, ${logged}, ${armed},
    wished as (${effects} union all ${eventJobs('$15')} union all ${alarms}), ${addJobs} ${addedJobs}`,
};
