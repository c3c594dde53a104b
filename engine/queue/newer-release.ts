import { AppError } from '#platform/base/errors';

/**
 * Something that this process does not know: a newer release put it there, and a rolling deploy is under way. Callers
 * are asked to try again, by when another process may answer; a job that meets it waits for one instead of failing.
 */
export class NewerReleaseError extends AppError {
  constructor(readonly what: string) {
    super('unavailable', { retryAfterSeconds: 5 });
    this.name = 'NewerReleaseError';
  }
}
