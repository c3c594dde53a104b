import type { EventStep } from '#platform/context';
import type { JobRegistry } from '../jobs/registry';
import type { AnyFlow } from './types';

/** Everything that runs outside a request: one screen in `workflows/registry.ts`. */
export interface Registry extends JobRegistry {
  readonly flows: readonly AnyFlow[];
  /** What is part of events; every process that causes events is opened with them. */
  readonly eventSteps?: readonly EventStep[];
}
