import type { z } from 'zod';
import type { Ctx, TxCtx } from '../context';
import type { Duration } from '../duration';

/** What a job is, apart from what it does. Payloads hold ids only. */
export interface JobDefinition<P extends z.ZodType = z.ZodType> {
  /** Dotted word: `identity.send-code-sms`. Also the queue's name. */
  readonly name: string;
  readonly payload: P;
  readonly retry: { readonly limit: number; readonly delay: Duration; readonly backoff?: boolean };
  /** After this long without a heartbeat-free end the attempt counts as lost. */
  readonly expiresAfter: Duration;
  /** Own workers, polled first: one-time codes must not wait behind mail. */
  readonly urgent?: boolean;
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

/** Idempotent; throws to be retried. Runs as the system actor. */
export type JobHandler<P extends z.ZodType> = (ctx: Ctx, job: Job<z.infer<P>>) => Promise<void>;

/** Told when a job has used up its tries. Idempotent; throws to be told again. Runs as the system actor. */
export type GaveUp<P extends z.ZodType> = (ctx: Ctx, payload: z.infer<P>) => Promise<void>;

/** A job as it goes into the queue. */
export interface NewJob {
  readonly name: string;
  readonly id: string;
  readonly data: object;
  readonly startAfter?: Duration;
}

/** The queue of this process; see `platform/jobs`. */
export interface Jobs {
  /**
   * Adds jobs on the transaction's connection. `id` is the job's key: the same id is never added twice.
   * Returns how many were new. Throws when a queue does not exist.
   */
  insert(ctx: TxCtx, jobs: readonly NewJob[]): Promise<number>;
  stop(): Promise<void>;
}

/** What lies in a job's row: the payload and where it came from. Ids only. */
export interface Envelope {
  readonly payload: unknown;
  /** The job's key for handlers and providers, unchanged when the job is copied. */
  readonly key: string;
  /** The instance whose event enqueued it, to be marked stuck when the job dies. */
  readonly instance?: string;
  /** Set for facts: when it happened, ISO 8601. */
  readonly at?: string;
  /** Set for facts: the name of the subscription that is told. */
  readonly subscription?: string;
}
