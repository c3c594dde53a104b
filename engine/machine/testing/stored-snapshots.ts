import { fingerprintOf } from './fingerprint';
import { migrateState } from '../migrate';
import { planMigrated, planStart, type Plan, type StoredState } from '../plan';
import { timerLabel } from '../timer-names';
import type { AnyFlow, Past } from '../types';
import { misfits, stepsFrom, type FlowSample } from './walk-flow';

/** An instance as a version left it in some database. */
export interface SnapshotOf {
  readonly state: StoredState;
  /** When each pending timer fires, by name. */
  readonly timers: Readonly<Record<string, string>>;
  /** Its log. */
  readonly past: readonly Past[];
}

/** What is kept of a version in its module's `snapshots/`: one snapshot for each state and what it waits for. */
export interface StoredVersion {
  readonly flow: string;
  readonly version: number;
  readonly fingerprint: string;
  readonly snapshots: readonly SnapshotOf[];
}

interface Standing extends SnapshotOf {
  readonly plan: Plan;
  readonly at: string;
}

const begin = '2026-01-01T00:00:00.000Z';
const later = (at: string, ms: number): string => new Date(Date.parse(at) + ms).toISOString();

/**
 * The snapshots of a flow as it is: every state that can be reached from the sample, with every set of timers that can
 * be pending there. A minute passes before each event; timers fire on time.
 */
export function storedVersionOf(flow: AnyFlow, sample: FlowSample): StoredVersion {
  const seen = new Map<string, Standing>();
  const line: Standing[] = [];
  const visit = (standing: Standing) => {
    const key = JSON.stringify([standing.plan.value, Object.keys(standing.timers).sort()]);
    if (seen.has(key)) return;
    seen.set(key, standing);
    line.push(standing);
  };
  for (const input of sample.inputs) {
    const plan = planStart(flow.machine, { ...input, at: begin });
    visit(moved({ timers: {}, past: [] }, plan, { name: 'flow.started', at: begin }));
  }
  for (let from = line.shift(); from; from = line.shift())
    for (const standing of nextOf(flow, from, sample)) visit(standing);
  const snapshots = [...seen.values()].map(({ state, timers, past }) => ({ state, timers, past }));
  return { flow: flow.name, version: flow.version, fingerprint: fingerprintOf(flow), snapshots };
}

function nextOf(flow: AnyFlow, standing: Standing, sample: FlowSample): Standing[] {
  const fault = (what: string) => {
    throw new Error(what);
  };
  const soon = stepsFrom(flow, standing.plan, { sample, at: later(standing.at, 60_000), fault })
    .filter(({ type }) => !type.startsWith('xstate.'))
    .map(({ type, next }) => moved(standing, next, { name: type, at: later(standing.at, 60_000) }));
  const rung = Object.entries(standing.timers).flatMap(([timer, fireAt]) => {
    const at = fireAt > standing.at ? fireAt : standing.at;
    return stepsFrom(flow, standing.plan, { sample, at, fault })
      .filter(({ type }) => type === timer)
      .map(({ next }) =>
        moved(standing, next, { name: timerLabel(flow, timer), at, fired: timer }),
      );
  });
  return [...soon, ...rung];
}

function moved(
  { timers, past }: Pick<SnapshotOf, 'timers' | 'past'>,
  plan: Plan,
  { name, at, fired }: { name: string; at: string; fired?: string },
): Standing {
  const gone = new Set([...plan.cancelled, fired]);
  const kept = Object.entries(timers).filter(([timer]) => !gone.has(timer));
  const armed = plan.armed.map(({ name: timer, delay }) => [timer, later(at, delay)] as const);
  const { state, value } = plan;
  return {
    plan,
    at,
    state,
    timers: Object.fromEntries([...kept, ...armed]),
    past: [...past, { name, at, value }],
  };
}

/**
 * Brings a stored snapshot to the version of `flow` and sends it everything that can happen. Returns what threw, did
 * not fit, or was left without a timer that its state waits for.
 */
export function stepStored(
  flow: AnyFlow,
  { version, snapshots }: StoredVersion,
  sample: FlowSample,
): string[] {
  const faults: string[] = [];
  const fault = (what: string) => void faults.push(what);
  for (const { state, timers, past } of snapshots) {
    try {
      const migrated = migrateState(flow, { state, from: version, past });
      const pending = Object.keys(timers);
      const at = new Date(past.at(-1)!.at);
      const { plan } = planMigrated(flow.machine, migrated, { pending, rung: [], at });
      const faultsOf = (from: string, next: Plan) =>
        misfits(flow, next).map((what) => `version ${version}, ${from}: ${what}`);
      faults.push(...faultsOf(JSON.stringify(state.value), plan));
      for (const { from, next } of stepsFrom(flow, plan, { sample, at: at.toISOString(), fault }))
        faults.push(...faultsOf(from, next));
    } catch (error) {
      fault(`version ${version}, ${JSON.stringify(state.value)}: ${(error as Error).message}`);
    }
  }
  return faults;
}

/** Names of timers that a migration speaks of and that no stored snapshot of the version before has pending. */
export function unknownTimers(flow: AnyFlow, { version, snapshots }: StoredVersion): string[] {
  const known = new Set(snapshots.flatMap(({ timers }) => Object.keys(timers)));
  const { timers = {} } = flow.migrations![version + 1]!(snapshots[0]!.state, snapshots[0]!.past);
  return Object.values(timers).filter((name) => !known.has(name));
}
