import { z } from 'zod';

/** Where every job goes that has used up its tries or cannot be read. */
export const deadLetterQueue = 'jobs.dead-letter';
/** Alarm clocks of timers. */
export const timerQueue = 'flow.timer';
/** Deliveries of events to every subscription; the envelope names which. */
export const eventsQueue = 'events.facts';

/** What lies in a job's row: the payload and where it came from. Ids only. */
export interface Envelope {
  readonly payload: unknown;
  /** The job's key for handlers and providers, unchanged when the job is copied. */
  readonly key: string;
  /** The instance whose event enqueued it, to be marked stuck when the job dies. */
  readonly instance?: string;
  /** Set for events: when it happened, ISO 8601. */
  readonly at?: string;
  /** Set for events: the name of the subscription that receives it. */
  readonly subscription?: string;
  /** Set where traces are sent: the span that it was left by, as a `traceparent`. */
  readonly cause?: string;
  /** Jobs of a queue begin by falling priority; 0 when absent. */
  readonly priority?: number;
}

const envelope = z.object({
  payload: z.unknown(),
  key: z.string(),
  instance: z.string().optional(),
  at: z.string().optional(),
  subscription: z.string().optional(),
  cause: z.string().optional(),
  priority: z.int().optional(),
}) satisfies z.ZodType<Envelope>;

/** The payload of a job does not fit its schema: no retry will change that. */
export class BadPayloadError extends Error {
  constructor(readonly job: string) {
    super(`the payload of a ${job} cannot be read`);
    this.name = 'BadPayloadError';
  }
}

/** The envelope of a job, or {@link BadPayloadError}. Jobs of the schedule carry none. */
export function readEnvelope({ id, name, data }: StoredJob): Envelope {
  if (data === null || (typeof data === 'object' && Object.keys(data).length === 0))
    return { payload: {}, key: id };
  const parsed = envelope.safeParse(data);
  if (!parsed.success) throw new BadPayloadError(name);
  return parsed.data;
}

/** What left a job, where it says so; also of one that cannot be read. */
export function causeOf({ data }: Pick<StoredJob, 'data'>): string | undefined {
  const { cause } = (data ?? {}) as { cause?: unknown };
  return typeof cause === 'string' ? cause : undefined;
}

/** What every reading of a job's row has. */
export interface StoredJob {
  readonly id: string;
  /** Its queue. */
  readonly name: string;
  readonly data: unknown;
}

/** What people know a job by: its queue, or the subscription that an event is delivered to. */
export function jobName({ name, data }: Pick<StoredJob, 'name' | 'data'>): string {
  const { subscription } = (data ?? {}) as { subscription?: unknown };
  return name === eventsQueue && typeof subscription === 'string' ? subscription : name;
}
