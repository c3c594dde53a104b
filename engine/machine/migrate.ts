import type { AnyStateMachine } from 'xstate';
import { NewerReleaseError } from '../queue/newer-release';
import type { StoredState } from './plan';
import type { Flow, Past } from './types';

/** A newer process stored this instance. */
export class NewerVersionError extends NewerReleaseError {
  constructor(
    readonly flow: string,
    readonly stored: number,
  ) {
    super(`version ${stored} of ${flow}`);
    this.name = 'NewerVersionError';
  }
}

/** A snapshot as some version left it, with the log up to it. */
export interface StoredSnapshot {
  readonly state: StoredState;
  readonly from: number;
  readonly past: readonly Past[];
}

export interface BroughtForward {
  readonly state: StoredState;
  /** From the name of a timer now to the one under which it was stored, where a migration gave it another. */
  readonly timers: ReadonlyMap<string, string>;
}

/** Whether a snapshot of version `from` has to be migrated. Throws {@link NewerVersionError}. */
export function isOlder({ name, version }: Flow<AnyStateMachine>, from: number): boolean {
  if (from > version) throw new NewerVersionError(name, from);
  return from < version;
}

/** The definition by which an instance goes on that was stored at `version`, or that starts when it is null. */
export const definitionFor = <M extends AnyStateMachine>(
  flow: Flow<M>,
  version: number | null,
): Flow<M> =>
  flow.writes && (version === null || version <= flow.writes.version) ? flow.writes : flow;

/** A stored snapshot at the version of `flow`, step by step. Throws when a step is missing or fails. */
export function migrateState(
  flow: Flow<AnyStateMachine>,
  { state: stored, from, past }: StoredSnapshot,
): BroughtForward {
  let state: unknown = stored;
  let timers = new Map<string, string>();
  for (let version = from + 1; version <= flow.version; version += 1) {
    const step = flow.migrations?.[version];
    if (!step) throw new Error(`${flow.name} has no migration to version ${version}`);
    const migrated = step(state, past);
    state = migrated.state;
    timers = compose(timers, migrated.timers ?? {});
  }
  return { state: state as StoredState, timers };
}

/** Names after the next step: what it maps is looked up in what was mapped before, the rest goes along. */
function compose(
  before: ReadonlyMap<string, string>,
  step: Readonly<Record<string, string>>,
): Map<string, string> {
  const moved = new Set(Object.values(step));
  const kept = [...before].filter(([name]) => !moved.has(name) && !(name in step));
  const mapped = Object.entries(step).map(([to, from]) => [to, before.get(from) ?? from] as const);
  return new Map([...kept, ...mapped]);
}
