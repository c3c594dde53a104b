import type { z } from 'zod';
import type { GaveUp, JobDefinition, JobHandler } from './types';

export const defineJob = <P extends z.ZodType>(definition: JobDefinition<P>): JobDefinition<P> =>
  definition;

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
