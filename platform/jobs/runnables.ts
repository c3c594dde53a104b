import type { Ctx, Services } from '../context';
import type { Subscription } from '../events/types';
import { fireTimerJob } from '../flow/fire-timer-job';
import type { RegisteredJob } from './define-job';
import { timerQueue } from './queues';
import type { Registry } from './registry';
import { BadPayloadError, jobContext, readEnvelope, runJob, type ClaimedJob } from './run-job';

/** What to do with a job of a queue. Throws to be retried. */
export interface Runnable {
  readonly queue: string;
  readonly urgent: boolean;
  readonly run: (services: Services, claimed: ClaimedJob) => Promise<void>;
}

/** Every queue of the registry with its work, timers included. */
export const runnablesOf = (registry: Registry): Runnable[] => [
  {
    queue: timerQueue,
    urgent: false,
    run: (services, claimed) => fireTimerJob(services, registry.flows, readEnvelope(claimed)),
  },
  ...registry.jobs.map(runnableJob),
  ...registry.subscriptions.map(runnableSubscription),
];

const runnableJob = (registered: RegisteredJob): Runnable => ({
  queue: registered.definition.name,
  urgent: registered.definition.urgent ?? false,
  run: (services, claimed) => runJob(services, registered, claimed),
});

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- each has its own fact type
const runnableSubscription = (subscription: Subscription<any>): Runnable => ({
  queue: subscription.name,
  urgent: false,
  run: async (services, claimed) => {
    const { payload, key, at } = readEnvelope(claimed);
    const fact = payload as { type?: unknown } | null;
    if (fact?.type !== subscription.on || !at) throw new BadPayloadError(claimed.name);
    const ctx: Ctx = jobContext(services, claimed);
    await subscription.handle(ctx, fact, { id: key, at: new Date(at) });
  },
});
