import type { StateValue } from 'xstate';
import { statePath } from '#platform/config/state-path';
import { applicationStages, type ApplicationStage, type ApprovalStatus } from './status';

/** Where an application stands: the status that people see, and how far its review is. */
export interface Place {
  readonly status: ApprovalStatus;
  /** Null unless pending. */
  readonly stage: ApplicationStage | null;
}

/** The place of a state value of the application machine: one path, as it has no parallel states. */
export function placeOf(value: StateValue): Place {
  const path = statePath(value);
  const stage = applicationStages.find((name) => name === path.at(-1)) ?? null;
  return { status: path[0] as ApprovalStatus, stage };
}

/** Whether the clocks of a review run. */
export const isComplete = ({ stage }: Place): boolean => stage !== null && stage !== 'documents';
