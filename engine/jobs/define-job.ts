import { z } from 'zod';
import type { Ctx } from '#platform/context';
import { type Duration, minutes } from '#platform/base/duration';
import type { RateLimit } from './rate';

/** What a job is, apart from what it does. Payloads hold ids only. */
export interface JobDefinition<P extends z.ZodType = z.ZodType> {
  /** Dotted word: `identity.send-code-sms`. Also the queue's name. */
  readonly name: string;
  readonly payload: P;
  readonly retry: { readonly limit: number; readonly delay: Duration; readonly backoff?: boolean };
  /** After this long an attempt counts as failed, whoever still runs it. One of a worker that is gone ends within ten seconds. */
  readonly expiresAfter: Duration;
  /** Own workers, polled first: one-time codes must not wait behind mail. */
  readonly urgent?: boolean;
  /** How fast one process begins them at most, so that many at once leave room for people; as fast as it can by default. */
  readonly rate?: RateLimit;
}

export interface Job<T> {
  /** The job's key: the same for every attempt, also after a retry from the dead letters. */
  readonly id: string;
  readonly payload: T;
  /** 1 for the first attempt. */
  readonly attempt: number;
  /** Aborts when the process stops or the attempt has lost its claim. */
  readonly signal: AbortSignal;
}

/** Idempotent; throws to be retried. Acts as the system actor. */
export type JobHandler<P extends z.ZodType> = (ctx: Ctx, job: Job<z.infer<P>>) => Promise<void>;

/** Runs when a job has used up its tries. Idempotent; throws to be run again. Acts as the system actor. */
export type GaveUp<P extends z.ZodType> = (ctx: Ctx, payload: z.infer<P>) => Promise<void>;

export const defineJob = <P extends z.ZodType>(definition: JobDefinition<P>): JobDefinition<P> =>
  definition;

const noPayload = z.object({});

/** A job that the clock sends, without payload: it finds by itself what there is to do. */
export const defineClockJob = (
  name: string,
  expiresAfter: Duration = minutes(30),
): JobDefinition<typeof noPayload> => ({
  ...{ name, expiresAfter, payload: noPayload },
  retry: { limit: 3, delay: minutes(1), backoff: true },
});

/** A job with what it does: one line of the registry. */
export interface RegisteredJob {
  readonly definition: JobDefinition;
  readonly handler: JobHandler<z.ZodType>;
  readonly gaveUp?: GaveUp<z.ZodType>;
}

/** `gaveUp` runs once the job is a dead letter, also when its process was killed. */
export const job = <P extends z.ZodType>(
  definition: JobDefinition<P>,
  handler: JobHandler<P>,
  gaveUp?: GaveUp<P>,
): RegisteredJob => ({
  definition,
  handler: handler as JobHandler<z.ZodType>,
  gaveUp: gaveUp as GaveUp<z.ZodType> | undefined,
});
