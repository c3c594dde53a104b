import type { JobResult } from 'pg-boss';
import { transaction, type Services } from '../context';
import { seconds } from '../duration';
import { NewerVersionError } from '../flow/migrate';
import { idFromName } from '../ids';
import type { Runnable } from './runnables';
import { BadPayloadError, jobContext, type ClaimedJob } from './run-job';

const deferral = seconds(30);

/**
 * Runs one attempt and says how it ended. What is stored with the job is the error's name and code: a
 * message may hold data. Never throws, so that one poisoned job does not fail its batch.
 */
export async function attempt(
  services: Services,
  { queue, run }: Runnable,
  claimed: ClaimedJob,
): Promise<JobResult> {
  const log = services.log.child({ job: queue, jobId: claimed.id, attempt: claimed.attempt });
  const began = performance.now();
  try {
    await run(services, claimed);
    log.info({ ms: Math.round(performance.now() - began) }, 'job done');
    return { id: claimed.id, status: 'completed' };
  } catch (error) {
    if (error instanceof NewerVersionError) return defer(services, queue, claimed);
    log.warn({ err: error, ms: Math.round(performance.now() - began) }, 'job failed');
    const status = error instanceof BadPayloadError ? 'deadletter' : 'failed';
    return { id: claimed.id, status, output: outputOf(error) };
  }
}

function outputOf(error: unknown): Record<string, string> {
  const { name = 'unknown', code } = (error ?? {}) as { name?: unknown; code?: unknown };
  return { name: String(name), ...(typeof code === 'string' ? { code } : {}) };
}

/** A newer process will know what to do: the job goes back under another id, its tries unspent. */
async function defer(services: Services, queue: string, claimed: ClaimedJob): Promise<JobResult> {
  const id = idFromName(`${claimed.id}:deferred`);
  const again = { name: queue, id, data: claimed.data as object, startAfter: deferral };
  await transaction(jobContext(services, { id: claimed.id, name: queue }), (tx) =>
    services.jobs.insert(tx, [again]),
  );
  return { id: claimed.id, status: 'completed', output: { deferred: id } };
}
