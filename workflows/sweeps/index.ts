import type { Services } from '#platform/context';
import { minutes, type Duration } from '#platform/duration';
import { sweepTimers } from '#platform/flow';
import { registry } from '../registry';

/** Repair that runs in the worker when it starts and then regularly. Idempotent, and safe from two workers at once. */
export interface Sweep {
  readonly name: string;
  readonly every: Duration;
  readonly run: (services: Services) => Promise<unknown>;
}

export const sweeps: readonly Sweep[] = [
  {
    name: 'flow.sweep-timers',
    every: minutes(1),
    run: (services) => sweepTimers(services, registry.flows),
  },
];
