import type { Registry } from '#platform/jobs';

/** Everything that runs outside a request. A flow, job or subscription that is not here does not run. */
export const registry: Registry = {
  flows: [],
  jobs: [],
  subscriptions: [],
  schedules: [],
};
