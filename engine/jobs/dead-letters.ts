import type { JobWithMetadata } from 'pg-boss';
import type { Services } from '#platform/context';
import type { JobRegistry } from './registry';
import { jobName, readEnvelope } from '../queue/envelope';
import { jobContext } from './run-job';

interface DeadLetter extends Pick<JobWithMetadata, 'id' | 'data' | 'name'> {
  readonly sourceName?: string | null;
  readonly sourceOutput?: unknown;
}

const raise = `
  with raised as (
    insert into flow.alert (at, job, job_id, instance_id, reason)
    values (platform.now(), $1, $2, $3, $4) on conflict (job_id) do nothing returning instance_id)
  update flow.instance set stuck = true where id in (select instance_id from raised)`;

/**
 * Makes a dead letter known: an alert row, the instance marked stuck, one line at error level, and a word to
 * the job that gave up.
 */
export async function reportDeadLetter(
  services: Services,
  registry: JobRegistry,
  letter: DeadLetter,
): Promise<void> {
  const job = jobName({ name: letter.sourceName ?? letter.name, data: letter.data });
  const instance = instanceOf(letter);
  const reason = reasonOf(letter.sourceOutput);
  await services.database.pool.query(raise, [job, letter.id, instance, reason]);
  services.log.error({ job, jobId: letter.id, instance, reason }, 'dead letter');
  await notifyJob(services, registry, letter, job);
}

/** A payload that cannot be read is the very reason why some letters are dead. */
async function notifyJob(
  services: Services,
  registry: JobRegistry,
  letter: DeadLetter,
  name: string,
): Promise<void> {
  const registered = registry.jobs.find(({ definition }) => definition.name === name);
  if (!registered?.gaveUp) return;
  const payload = registered.definition.payload.safeParse(payloadOf(letter));
  if (payload.success)
    await registered.gaveUp(jobContext(services, { id: letter.id, name }), payload.data);
}

const payloadOf = (letter: DeadLetter): unknown =>
  (letter.data as { payload?: unknown } | null)?.payload;

function instanceOf(letter: DeadLetter): string | null {
  try {
    return readEnvelope(letter).instance ?? null;
  } catch {
    return null;
  }
}

function reasonOf(output: unknown): string {
  const { name, code } = (output ?? {}) as { name?: unknown; code?: unknown };
  const words = [name, code].filter((word) => typeof word === 'string');
  return words.length > 0 ? words.join(' ') : 'timeout';
}
