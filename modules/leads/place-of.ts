import type { StateValue } from 'xstate';
import { statePath } from '#platform/state-path';
import type { LeadStatus } from './status';

/** Where a flow stands: the status that people see, and the state below it. */
export interface Place {
  readonly status: LeadStatus;
  /** `screening`, `held`; `local`, `wide`, `told`, `waiting`; null elsewhere. */
  readonly within: string | null;
}

/** The place of a state value of the lead machine: one path, as it has no parallel states. */
export function placeOf(value: StateValue): Place {
  const path = statePath(value);
  const [status, within] = path[0] === 'published' ? path.slice(1) : path;
  return { status: status as LeadStatus, within: within ?? null };
}
