import type { AnyStateMachine } from 'xstate';
import type { StoredState } from './plan';
import type { Flow } from './types';

/** A newer process stored this instance; a rolling deploy is under way. Jobs that meet it are deferred. */
export class NewerVersionError extends Error {
  constructor(flow: string, stored: number) {
    super(`${flow} is stored at version ${stored}, which this process does not know`);
    this.name = 'NewerVersionError';
  }
}

/**
 * The stored snapshot at the version of the running code, step by step. Null when it is there already.
 * Throws when a step is missing, or {@link NewerVersionError}.
 */
export function migrateState<M extends AnyStateMachine>(
  flow: Flow<M>,
  stored: StoredState,
  from: number,
): StoredState | null {
  if (from === flow.version) return null;
  if (from > flow.version) throw new NewerVersionError(flow.name, from);
  let state: unknown = stored;
  for (let version = from + 1; version <= flow.version; version += 1) {
    const step = flow.migrations?.[version];
    if (!step) throw new Error(`${flow.name} has no migration to version ${version}`);
    state = step(state);
  }
  return state as StoredState;
}
