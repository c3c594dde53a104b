import type { Services } from '../context';
import { fireTimerJob } from '../flow/fire-timer-job';
import type { RegisteredJob } from './define-job';
import { deliverFact } from './deliver-fact';
import { factsQueue, timerQueue } from './queues';
import type { Registry } from './registry';
import { readEnvelope, runJob, type ClaimedJob } from './run-job';

/** What to do with a job of a queue. Throws to be retried. */
export interface Runnable {
  readonly queue: string;
  readonly urgent: boolean;
  readonly run: (services: Services, claimed: ClaimedJob) => Promise<void>;
}

/** Every queue of the registry that has work, timers and facts included. */
export const runnablesOf = (registry: Registry): Runnable[] => [
  {
    queue: timerQueue,
    urgent: false,
    run: (services, claimed) => fireTimerJob(services, registry.flows, readEnvelope(claimed)),
  },
  {
    queue: factsQueue,
    urgent: false,
    run: (services, claimed) => deliverFact(services, registry, claimed),
  },
  ...registry.jobs.map(runnableJob),
];

const runnableJob = (registered: RegisteredJob): Runnable => ({
  queue: registered.definition.name,
  urgent: registered.definition.urgent ?? false,
  run: (services, claimed) => runJob(services, registered, claimed),
});
