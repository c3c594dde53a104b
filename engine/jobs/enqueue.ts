import type { z } from 'zod';
import type { TxCtx } from '#platform/context';
import type { Duration } from '#platform/base/duration';
import { idFromName, newId } from '#platform/base/ids';
import { giveNotice } from '../unit-of-work/notices';
import type { Envelope } from '../queue/envelope';
import { insertJobs, wakeNotices } from '../queue/pg-boss';
import { causeHere } from '#platform/observability/tracing';
import type { JobDefinition } from './define-job';

/**
 * Enqueues within the open transaction; the job exists if and only if it commits. Returns the job id.
 * With a `key` the job is added once: a repeat within seven days of its end adds nothing and returns the same id. `first`: it
 * begins before the others of its queue that wait.
 */
export async function enqueue<P extends z.ZodType>(
  ctx: TxCtx,
  definition: JobDefinition<P>,
  payload: z.infer<P>,
  options: { key?: string; startAfter?: Duration; first?: boolean } = {},
): Promise<string> {
  const id = options.key ? idFromName(`${definition.name}:${options.key}`) : newId();
  const data: Envelope = {
    payload: definition.payload.parse(payload),
    key: id,
    cause: causeHere(),
    ...(options.first ? { priority: 1 } : {}),
  };
  const job = { name: definition.name, id, data, startAfter: options.startAfter };
  const outcome = await insertJobs(ctx.tx, [job]);
  for (const notice of wakeNotices(outcome)) giveNotice(ctx, notice);
  if (outcome.added !== 1 && !options.key) throw new Error(`lost job ${definition.name}`);
  return id;
}
