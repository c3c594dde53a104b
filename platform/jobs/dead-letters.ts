import type { JobWithMetadata } from 'pg-boss';
import type { Services } from '../context';
import { readEnvelope } from './run-job';

interface DeadLetter extends Pick<JobWithMetadata, 'id' | 'data' | 'name'> {
  readonly sourceName?: string | null;
  readonly sourceOutput?: unknown;
}

const raise = `
  with raised as (
    insert into flow.alert (at, job, job_id, instance_id, reason)
    values (platform.now(), $1, $2, $3, $4) on conflict (job_id) do nothing returning instance_id)
  update flow.instance set stuck = true where id in (select instance_id from raised)`;

/** Makes a dead letter known: an alert row, the instance marked stuck, one line at error level. */
export async function reportDeadLetter(services: Services, letter: DeadLetter): Promise<void> {
  const job = letter.sourceName ?? letter.name;
  const instance = instanceOf(letter);
  const reason = reasonOf(letter.sourceOutput);
  await services.database.pool.query(raise, [job, letter.id, instance, reason]);
  services.log.error({ job, jobId: letter.id, instance, reason }, 'dead letter');
}

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
