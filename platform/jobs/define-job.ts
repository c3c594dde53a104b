import type { z } from 'zod';
import type { JobDefinition, JobHandler } from './types';

export const defineJob = <P extends z.ZodType>(definition: JobDefinition<P>): JobDefinition<P> =>
  definition;

/** A job with what it does: one line of the registry. */
export interface RegisteredJob {
  readonly definition: JobDefinition;
  readonly handler: JobHandler<z.ZodType>;
}

export const job = <P extends z.ZodType>(
  definition: JobDefinition<P>,
  handler: JobHandler<P>,
): RegisteredJob => ({ definition, handler: handler as JobHandler<z.ZodType> });
