import { createHash } from 'node:crypto';
import type pg from 'pg';
import type { AnyStateMachine, EventObject } from 'xstate';
import { seconds } from '#platform/base/duration';
import { eventsQueue } from '#engine/operations';
import { planStart, planStep, type Plan, type StoredState } from '#engine/testing';
import { idFromName } from '#platform/base/ids';
import { registry } from '../../../workflows/registry';
import type { World } from './client';
import type { History } from './history';
import { wrongLive } from './live';
import { wrongMails, wrongNews } from './notifications';

interface Row {
  readonly id: string;
  readonly machine: string;
  readonly status: string;
  readonly version: number;
  readonly name: string;
  readonly event: EventObject & { input?: unknown };
  /** The product's clock, in milliseconds. */
  readonly at: number;
  readonly state: StoredState;
  readonly effects: readonly string[];
}

const readLog = async (database: pg.Pool): Promise<Row[]> =>
  (
    await database.query<Row>(
      `select i.id, i.machine, i.status, t.version, t.name, t.event, t.state, t.effects,
         (extract(epoch from t.at) * 1000)::float8 as at
       from flow.instance i join flow.transition t on t.instance_id = i.id order by i.id, t.version`,
    )
  ).rows;

/** One instance's log, step by step as its own machine takes it. */
export interface Step {
  readonly row: Row;
  /** Null: the machine takes no such step. */
  readonly plan: Plan | null;
}

function stepsOf(rows: readonly Row[]): Step[] {
  const flows = new Map(registry.flows.map((flow) => [flow.name, flow.machine as AnyStateMachine]));
  return rows.map((row, n) => {
    const machine = flows.get(row.machine)!;
    const before = rows[n - 1];
    const plan =
      row.version === 1 || !before || before.id !== row.id
        ? planStart(machine, row.event.input)
        : planStep(machine, before.state, row.event);
    return { row, plan };
  });
}

/** A clock rings this late at most, of real time, while all is well: a sweep finds what a queue has lost. */
const latest = seconds(90);

/** How much later a clock may ring that was due while something was broken. */
function excused(history: History, from: number, to: number): number {
  const all = history.broken.filter((each) => each.from <= to && each.to >= from - seconds(30));
  return all.length === 0
    ? 0
    : seconds(90) + all.reduce((sum, each) => sum + each.to - each.from, 0);
}

/** A busy worker sees so late that a clock is due, in milliseconds. */
const seen = 10_000;

/** What the clock showed at the latest when it was seen to be past this: a jump may have passed far over it. */
const seenAt = (history: History, when: number): number =>
  Math.max(when, history.productOf(history.realOf(when) + seen));

/** Whether a guard lets it ring: a clock that no state takes is forgotten in silence. */
function wouldRing({ machine, state }: Row, type: string, at: number): boolean {
  const flow = registry.flows.find(({ name }) => name === machine)!;
  const event = { type, at: new Date(at).toISOString() };
  return planStep(flow.machine as AnyStateMachine, state, event) !== null;
}

/** Rule 4: each clock that a machine set rang in its time, or was called off. Whatever it promises, it is kept by that. */
export async function promises(database: pg.Pool, history: History): Promise<string[]> {
  const lines: string[] = [];
  const due = new Map<string, number>();
  const end = history.now;
  const steps = stepsOf(await readLog(database));
  for (const [n, { row, plan }] of steps.entries()) {
    const { id, machine, name, at, event } = row;
    const clock = due.get(event.type);
    if (clock !== undefined) {
      if (at < clock - 1) lines.push(`${machine} ${id}: ${name} rang ${clock - at} ms early`);
      const [wished, real] = [history.realOf(clock), history.realOf(at)];
      const late = real - wished - latest - excused(history, wished, real);
      if (late > 0)
        lines.push(`${machine} ${id}: ${name} rang ${Math.round(real - wished)} ms late`);
      due.delete(event.type);
    }
    for (const gone of plan?.cancelled ?? []) due.delete(gone);
    for (const set of plan?.armed ?? []) due.set(set.name, at + set.delay);
    if (steps[n + 1]?.row.id === id) continue;
    if (row.status === 'active')
      for (const [label, when] of due)
        if (when < end - seconds(60) && wouldRing(row, label, seenAt(history, when)))
          lines.push(`${machine} ${id}: ${label} never rang`);
    due.clear();
  }
  const { rows: open } = await database.query<{ what: string }>(
    `select 'offer ' || id || ' was accepted after it ran out' as what from offers.offer
       where status = 'accepted' and ended_at > expires_at
     union all select 'conversation ' || id || ' has unread words and no mail about them' from messaging.conversation c
       where patient_unread > 0 and last_message_at < platform.now() - interval '1 hour'
         and patient_blocked_at is null and not exists (select from leaving.erasure where person_id = c.patient_id)
         and not exists (select from notifications.notification n where n.kind = 'messaging.unread'
           and n.recipient_id = c.patient_id and n.facts ->> 'offerId' = c.id::text)
     union all select 'mail ' || id || ' is ' || status from notifications.notification
       where status in ('queued', 'failed')`,
  );
  return [...lines, ...open.map(({ what }) => what)];
}

const deliveryId = (factId: string, name: string): string => {
  const hex = createHash('md5').update(`${factId}:${name}`).digest('hex');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
};

export interface Job {
  readonly id: string;
  readonly name: string;
  readonly state: string;
  readonly data: {
    readonly payload: unknown;
    readonly at: string;
    readonly subscription: string;
    readonly instance?: string;
  };
}

/**
 * Rule 5: from the log of each flow, its machine, its table of audited events and the subscriptions follow the jobs, the
 * entries, the live messages, the mails and the in-app notifications that there are; nothing is missing, and nothing is
 * there besides.
 */
export async function consequences(world: World): Promise<string[]> {
  const { database } = world.ground.stage;
  const steps = stepsOf(await readLog(database));
  const { rows: jobs } = await database.query<Job>(
    `select id, name, state, data from pgboss.job_common where data ? 'key'`,
  );
  return [
    ...wrongSteps(steps),
    ...wrongJobs(steps, jobs),
    ...(await wrongEntries(database, steps)),
    ...(await wrongLive(database, steps)),
    ...(await wrongMails(world)),
    ...(await wrongNews(world, jobs)),
  ];
}

/** What a machine refuses was not accepted, and what it makes of the rest is what was stored. */
function wrongSteps(steps: readonly Step[]): string[] {
  return steps.flatMap(({ row: { machine, id, name, version, effects }, plan }) => {
    if (name === 'flow.migrated') return [];
    if (!plan) return [`${machine} ${id} took ${name} (${version}), which its machine refuses`];
    const left = [...plan.effects, ...plan.events].map(({ type }) => type);
    return left.join() === effects.join()
      ? []
      : [`${machine} ${id}: ${name} made known ${effects.join()}, not ${left.join()}`];
  });
}

function wrongJobs(steps: readonly Step[], jobs: readonly Job[]): string[] {
  const lines: string[] = [];
  const there = new Set(jobs.map(({ id }) => id));
  const wished = new Set<string>();
  const instances = new Set(steps.map(({ row }) => row.id));
  for (const { row, plan } of steps) {
    const key = (rest: string | number) => idFromName(`${row.id}:${row.version}:${rest}`);
    const wish = (id: string, what: string) => {
      wished.add(id);
      if (!there.has(id)) lines.push(`${row.machine} ${row.id}: ${row.name} has no ${what}`);
    };
    plan?.effects.forEach(({ type }, n) => wish(key(n), type));
    plan?.events.forEach(({ type }, n) => {
      for (const { on, name } of registry.subscriptions)
        if (on === type) wish(deliveryId(key(`fact:${n}`), name), name);
    });
  }
  for (const { id, name, data, state } of jobs) {
    const isOf = data.instance && instances.has(data.instance) && name === eventsQueue;
    if (isOf && !wished.has(id))
      lines.push(`${data.subscription} of ${data.instance} follows from nothing`);
    if (state !== 'completed' && name === eventsQueue)
      lines.push(`${data.subscription} is ${state}`);
  }
  return lines;
}

async function wrongEntries(database: pg.Pool, steps: readonly Step[]): Promise<string[]> {
  const wished = new Map<string, number>();
  const actions = new Set<string>();
  for (const { row } of steps) {
    const table = registry.flows.find(({ name }) => name === row.machine)?.audit;
    const events = (table?.events ?? {}) as Readonly<Record<string, { action?: string }>>;
    for (const [type, { action = type }] of Object.entries(events)) {
      actions.add(action);
      const key = `${action} ${row.id}`;
      if (row.name === type) wished.set(key, (wished.get(key) ?? 0) + 1);
    }
  }
  const { rows } = await database.query<{ key: string; n: number }>(
    `select action || ' ' || object_id as key, count(*)::int as n from platform.audit_entry
     where outcome = 'ok' and action = any($1) and object_id in (select id::text from flow.instance) group by 1`,
    [[...actions]],
  );
  const there = new Map(rows.map(({ key, n }) => [key, n]));
  return [...new Set([...wished.keys(), ...there.keys()])]
    .filter((key) => (wished.get(key) ?? 0) !== (there.get(key) ?? 0))
    .map((key) => `audit: ${there.get(key) ?? 0} x ${key}, not ${wished.get(key) ?? 0}`);
}
