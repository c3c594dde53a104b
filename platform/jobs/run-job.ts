import { z } from 'zod';
import { system } from '../actor';
import { createContext, type Ctx, type Services } from '../context';
import { BadPayloadError } from './bad-payload';
import type { RegisteredJob } from './define-job';
import { factsQueue } from './queues';
import type { Envelope } from './types';

/** A job row as a worker holds it. */
export interface ClaimedJob {
  readonly id: string;
  readonly name: string;
  readonly data: unknown;
  readonly attempt: number;
  readonly signal: AbortSignal;
}

const envelope = z.object({
  payload: z.unknown(),
  key: z.string(),
  instance: z.string().optional(),
  at: z.string().optional(),
  subscription: z.string().optional(),
}) satisfies z.ZodType<Envelope>;

/** The envelope of a job, or {@link BadPayloadError}. Jobs of the schedule carry none. */
export function readEnvelope(claimed: Pick<ClaimedJob, 'id' | 'name' | 'data'>): Envelope {
  const { data } = claimed;
  if (data === null || (typeof data === 'object' && Object.keys(data).length === 0))
    return { payload: {}, key: claimed.id };
  const parsed = envelope.safeParse(data);
  if (!parsed.success) throw new BadPayloadError(claimed.name);
  return parsed.data;
}

/** What people know a job by: its queue, or the subscription that a fact is delivered to. */
export function jobName({ name, data }: Pick<ClaimedJob, 'name' | 'data'>): string {
  const { subscription } = (data ?? {}) as { subscription?: unknown };
  return name === factsQueue && typeof subscription === 'string' ? subscription : name;
}

export const jobContext = (services: Services, { id, name }: { id: string; name: string }): Ctx =>
  createContext(services, system(name), { requestId: id });

/** Runs one attempt. Throws {@link BadPayloadError} or whatever the handler throws. */
export async function runJob(
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
