import { type Services, type Ctx, createContext } from '#platform/context';
import { system } from '#platform/base/actor';
import {
  BadPayloadError,
  eventsQueue,
  jobName,
  readEnvelope,
  type StoredJob,
} from '../queue/envelope';
import { NewerReleaseError } from '../queue/newer-release';
import type { RegisteredJob } from './define-job';
import type { RateLimit } from './rate';
import type { JobRegistry } from './registry';

/** A job row as a worker holds it. */
export interface ClaimedJob extends StoredJob {
  readonly attempt: number;
  readonly signal: AbortSignal;
}

/** What to do with a job of a queue. Throws to be retried. */
export interface Runnable {
  readonly queue: string;
  readonly urgent: boolean;
  readonly rate?: RateLimit;
  readonly run: (services: Services, claimed: ClaimedJob) => Promise<void>;
}

/** Every queue of the registry that has work, events included. */
export const runnablesOf = (registry: JobRegistry): Runnable[] => [
  {
    queue: eventsQueue,
    urgent: false,
    run: (services, claimed) => deliverEvent(services, registry, claimed),
  },
  ...registry.jobs.map(runnableJob),
];

const runnableJob = (registered: RegisteredJob): Runnable => ({
  queue: registered.definition.name,
  urgent: registered.definition.urgent ?? false,
  rate: registered.definition.rate,
  run: (services, claimed) => runJob(services, registered, claimed),
});

export const jobContext = (services: Services, { id, name }: { id: string; name: string }): Ctx =>
  createContext(services, system(name), { requestId: id });

/** Runs one attempt. Throws {@link BadPayloadError} or whatever the handler throws. */
async function runJob(
  services: Services,
  registered: RegisteredJob,
  claimed: ClaimedJob,
): Promise<void> {
  const { payload, key } = readEnvelope(claimed);
  const parsed = registered.definition.payload.safeParse(payload);
  if (!parsed.success) throw new BadPayloadError(claimed.name);
  const { attempt, signal } = claimed;
  await registered.handler(jobContext(services, claimed), {
    id: key,
    payload: parsed.data,
    attempt,
    signal,
  });
}

/**
 * Delivers one event to one subscription. A name that this release does not know is that of a newer one, unless
 * this one has retired it: then no subscription is left to receive it.
 */
async function deliverEvent(
  services: Services,
  registry: JobRegistry,
  claimed: ClaimedJob,
): Promise<void> {
  const { payload, key, at, subscription: name } = readEnvelope(claimed);
  if (!name || !at) throw new BadPayloadError(jobName(claimed));
  const ctx = jobContext(services, { id: claimed.id, name });
  const subscription = registry.subscriptions.find((known) => known.name === name);
  if (!subscription) {
    if (!registry.retired?.includes(name)) throw new NewerReleaseError(`subscription ${name}`);
    ctx.log.info({ subscription: name }, 'fact for a retired subscription');
    return;
  }
  const event = payload as { type?: unknown } | null;
  if (event?.type !== subscription.on) throw new BadPayloadError(name);
  await subscription.handle(ctx, event, { id: key, at: new Date(at) });
}
