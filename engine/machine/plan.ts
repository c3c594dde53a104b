import {
  createActor,
  initialTransition,
  transition,
  type AnyMachineSnapshot,
  type AnyStateMachine,
  type EventObject,
  type StateValue,
} from 'xstate';
import { delayNames } from './machine-walk';

/** XState's persisted snapshot: plain JSON. */
export type StoredState = Record<string, unknown>;

export interface PlannedTimer {
  readonly name: string;
  readonly event: EventObject;
  /** Milliseconds from the event on. */
  readonly delay: number;
}

/** What one event does: the next snapshot, and everything that leaves the machine. */
export interface Plan {
  readonly state: StoredState;
  readonly status: 'active' | 'done';
  readonly value: StateValue;
  readonly context: unknown;
  readonly armed: readonly PlannedTimer[];
  readonly cancelled: readonly string[];
  readonly effects: ReadonlyArray<{ type: string; params: unknown }>;
  readonly events: ReadonlyArray<{ type: string } & Record<string, unknown>>;
}

interface Action {
  type: string;
  params: unknown;
}

/** The first step of a machine. */
export function planStart(machine: AnyStateMachine, input: unknown): Plan {
  const [snapshot, actions] = initialTransition(machine, input as never);
  return planOf(machine, snapshot, actions as Action[]);
}

/** What a stored snapshot says of itself, without its machine. */
export const contentsOf = (stored: StoredState): Pick<Plan, 'status' | 'value' | 'context'> => ({
  status: stored.status === 'done' ? 'done' : 'active',
  value: stored.value as StateValue,
  context: stored.context,
});

/** The step that `event` makes, or null when the state has no transition for it. Pure. */
export function planStep(
  machine: AnyStateMachine,
  stored: StoredState,
  event: EventObject,
): Plan | null {
  const before = restore(machine, stored);
  if (before.status !== 'active') return null;
  // 0 transitions: unknown, or every guard said no. Identity of snapshots does not distinguish them.
  if (machine.getTransitionData(before, event).length === 0) return null;
  const [after, actions] = transition(machine, before, event);
  return planOf(machine, after, actions as Action[]);
}

/** The live form of a stored snapshot. XState reports a state that the machine lacks as a status only. */
export function restore(machine: AnyStateMachine, stored: StoredState): AnyMachineSnapshot {
  const actor = createActor(machine, { snapshot: stored as never, input: undefined as never });
  const snapshot = actor.getSnapshot() as AnyMachineSnapshot;
  if (snapshot.status === 'error' && stored.status !== 'error') throw snapshot.error;
  return snapshot;
}

/** Types of the events that have a transition now; a guard that needs the event's fields counts as open. */
export function allowedEvents(machine: AnyStateMachine, stored: StoredState): string[] {
  const snapshot = restore(machine, stored);
  if (snapshot.status !== 'active') return [];
  const types = new Set(snapshot._nodes.flatMap((node) => node.ownEvents as string[]));
  return [...types].filter((type) => isPublic(type) && opens(machine, snapshot, type)).sort();
}

const isPublic = (type: string): boolean => !type.startsWith('xstate.') && !type.includes('*');

function opens(machine: AnyStateMachine, snapshot: AnyMachineSnapshot, type: string): boolean {
  try {
    return machine.getTransitionData(snapshot, { type }).length > 0;
  } catch {
    return true;
  }
}

function planOf(machine: AnyStateMachine, snapshot: AnyMachineSnapshot, actions: Action[]): Plan {
  if (snapshot.status === 'error') throw snapshot.error;
  const armed = new Map<string, PlannedTimer>();
  const cancelled = new Set<string>();
  const effects: Array<{ type: string; params: unknown }> = [];
  const events: Array<{ type: string } & Record<string, unknown>> = [];
  for (const { type, params } of actions) {
    if (type === 'xstate.raise') {
      const { event, id, delay } = params as { event: EventObject; id?: string; delay?: number };
      if (delay !== undefined && id) armed.set(id, { name: id, event, delay });
    } else if (type === 'xstate.cancel') {
      const { sendId } = params as { sendId: string };
      armed.delete(sendId);
      cancelled.add(sendId);
    } else if (type === 'xstate.emit') {
      events.push((params as { event: { type: string } & Record<string, unknown> }).event);
    } else if (!type.startsWith('xstate.')) {
      effects.push({ type, params });
    }
  }
  return {
    state: machine.getPersistedSnapshot(snapshot) as unknown as StoredState,
    status: snapshot.status === 'done' ? 'done' : 'active',
    value: snapshot.value as StateValue,
    context: snapshot.context,
    armed: [...armed.values()],
    cancelled: [...cancelled].filter((name) => !armed.has(name)),
    effects,
    events,
  };
}

/**
 * A migrated snapshot: its timers become those of the states it is in. One that is pending under its name, or under
 * the old name that `timers` has for it, keeps its time; one that no state waits for is forgotten. One that is not pending
 * has gone off (`rung`) and does not do so again, or is new: then it is armed as its delay says `at` the migration.
 * `renames` are those that are pending under another name, by their new one; they come before `plan`.
 */
export function planMigrated(
  machine: AnyStateMachine,
  { state, timers }: { state: StoredState; timers: ReadonlyMap<string, string> },
  { pending, rung, at }: { pending: readonly string[]; rung: readonly string[]; at: Date },
): { plan: Plan; renames: ReadonlyMap<string, string>; rung: string[] } {
  for (const name of timers.keys())
    if (!delayNames(machine).has(name)) throw new Error(`no state waits for ${name}`);
  if (new Set(timers.values()).size < timers.size) throw new Error('two timers out of one');
  const snapshot = restore(machine, state);
  const expected = snapshot.status === 'active' ? timersOf(machine, snapshot, at) : [];
  const renames = new Map([...timers].filter(([to, old]) => to !== old && pending.includes(old)));
  const moved = new Set(renames.values());
  const now = [...pending.filter((name) => !moved.has(name)), ...renames.keys()];
  const missing = expected.filter(({ name }) => !now.includes(name));
  const hasRung = ({ name }: PlannedTimer) => rung.includes(timers.get(name) ?? name);
  const plan = {
    ...planOf(machine, snapshot, []),
    armed: missing.filter((timer) => !hasRung(timer)),
    cancelled: now.filter((name) => !expected.some((timer) => timer.name === name)),
  };
  return { plan, renames, rung: missing.filter(hasRung).map(({ name }) => name) };
}

/** Names of the timers that the states of a stored snapshot wait for, whatever guards say when they ring. */
export function waitsFor(machine: AnyStateMachine, stored: StoredState): string[] {
  const snapshot = restore(machine, stored);
  if (snapshot.status !== 'active') return [];
  return snapshot._nodes.flatMap((node) =>
    node.after.filter(({ guard }) => !guard).map(({ eventType }) => eventType),
  );
}

type DelayOf = number | ((args: { context: unknown; event: EventObject }) => number);

function timersOf(
  machine: AnyStateMachine,
  snapshot: AnyMachineSnapshot,
  at: Date,
): PlannedTimer[] {
  const delays = machine.implementations.delays as Record<string, DelayOf>;
  return snapshot._nodes.flatMap((node) =>
    node.after.map(({ eventType, delay }) => {
      const length = typeof delay === 'number' ? delay : delays[delay as string]!;
      const event = { type: 'flow.migrated', at: at.toISOString() };
      const ms =
        typeof length === 'function' ? length({ context: snapshot.context, event }) : length;
      return { name: eventType, event: { type: eventType }, delay: ms };
    }),
  );
}
