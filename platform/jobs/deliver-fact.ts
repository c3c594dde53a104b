import type { Services } from '../context';
import { BadPayloadError } from './bad-payload';
import { NewerReleaseError } from './newer-release';
import type { Registry } from './registry';
import { jobContext, jobName, readEnvelope, type ClaimedJob } from './run-job';

/**
 * Tells one subscription of one fact. A name that nobody here knows is that of a newer release, unless
 * this one has retired it: then nobody is left to be told.
 */
export async function deliverFact(
  services: Services,
  registry: Registry,
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
  const fact = payload as { type?: unknown } | null;
  if (fact?.type !== subscription.on) throw new BadPayloadError(name);
  await subscription.handle(ctx, fact, { id: key, at: new Date(at) });
}
