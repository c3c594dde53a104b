import type { JobResult } from 'pg-boss';
import type { Services } from '../context';
import { BadPayloadError } from './bad-payload';
import { waitsForNewerRelease } from './newer-release';
import { putBack } from './put-back';
import type { Runnable } from './runnables';
import { jobName, type ClaimedJob } from './run-job';

/**
 * Runs one attempt and says how it ended. What is stored with the job is the error's name and code: a
 * message may hold data. Never throws, so that one poisoned job does not fail its batch.
 */
export async function attempt(
  services: Services,
  { run }: Runnable,
  claimed: ClaimedJob,
): Promise<JobResult> {
  const { id } = claimed;
  const log = services.log.child({ job: jobName(claimed), jobId: id, attempt: claimed.attempt });
  const began = performance.now();
  try {
    await run(services, claimed);
    log.info({ ms: Math.round(performance.now() - began) }, 'job done');
    return { id, status: 'completed' };
  } catch (error) {
    if (waitsForNewerRelease(error)) return defer(services, claimed, error);
    log.warn({ err: error, ms: Math.round(performance.now() - began) }, 'job failed');
    const status = error instanceof BadPayloadError ? 'deadletter' : 'failed';
    return { id, status, output: outputOf(error) };
  }
}

function outputOf(error: unknown): Record<string, string> {
  const { name = 'unknown', code } = (error ?? {}) as { name?: unknown; code?: unknown };
  return { name: String(name), ...(typeof code === 'string' ? { code } : {}) };
}

/** A job that cannot even be put back is tried again. */
const defer = (services: Services, claimed: ClaimedJob, error: unknown): Promise<JobResult> =>
  putBack(services, claimed, outputOf(error)).catch((failure: unknown) => ({
    id: claimed.id,
    status: 'failed' as const,
    output: outputOf(failure),
  }));
