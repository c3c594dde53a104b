import type { JobResult } from 'pg-boss';
import type { Services } from '#platform/context';
import { days, inSeconds, minutes, seconds } from '#platform/base/duration';
import { BadPayloadError, causeOf, jobName } from '../queue/envelope';
import { NewerReleaseError } from '../queue/newer-release';
import { putBackJob } from '../queue/pg-boss';
import { spanned, type Piece } from '#platform/observability/tracing';
import type { ClaimedJob, Runnable } from './run-job';

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
  // It waited behind others for so long that somebody else has it, or the process stops.
  if (claimed.signal.aborted) return { id, status: 'failed', output: { name: 'ClaimLost' } };
  const log = services.log.child({ job: jobName(claimed), jobId: id, attempt: claimed.attempt });
  const began = performance.now();
  try {
    await spanned(pieceOf(claimed), () => run(services, claimed));
    log.info({ ms: Math.round(performance.now() - began) }, 'job done');
    return { id, status: 'completed' };
  } catch (error) {
    if (error instanceof NewerReleaseError) return defer(services, claimed, error);
    log.warn({ err: error, ms: Math.round(performance.now() - began) }, 'job failed');
    const status = error instanceof BadPayloadError ? 'deadletter' : 'failed';
    return { id, status, output: outputOf(error) };
  }
}

const pieceOf = (claimed: ClaimedJob): Piece => ({
  name: jobName(claimed),
  kind: 'consumer',
  attributes: { 'job.queue': claimed.name, 'job.attempt': claimed.attempt, 'job.id': claimed.id },
  cause: causeOf(claimed),
});

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

/** How long a job waits for a process that knows it; then a person must look. */
const patience = days(7);
const shortest = seconds(30);
const longest = minutes(10);
/** One line per name and as much time; what happens every day would fill the log otherwise. */
const quiet = minutes(10);

const limits = [patience, shortest, longest].map(inSeconds);

const lastSaid = new WeakMap<Services['database'], Map<string, number>>();

/** Puts a job back for a newer process; after days of that it is a dead letter, with its alert. */
async function putBack(
  services: Services,
  claimed: ClaimedJob,
  reason: Record<string, string>,
): Promise<JobResult> {
  const { id, name, attempt } = claimed;
  const { rows } = await services.database.pool.query<{ since: Date }>(putBackJob, [
    name,
    id,
    attempt - 1,
    ...limits,
  ]);
  if (!rows[0]) return { id, status: 'deadletter', output: reason };
  sayOnce(services, jobName(claimed), rows[0].since);
  return { id, status: 'completed' };
}

function sayOnce(services: Services, job: string, since: Date): void {
  const said = lastSaid.get(services.database) ?? new Map<string, number>();
  lastSaid.set(services.database, said);
  const now = performance.now();
  if (now - (said.get(job) ?? -Infinity) < quiet) return;
  said.set(job, now);
  services.log.warn({ job, since }, 'jobs wait for a newer release');
}
