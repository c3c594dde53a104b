import { NewerVersionError } from '../flow/migrate';

/** A job of something that this process does not know: a newer release put it there. */
export class NewerReleaseError extends Error {
  constructor(what: string) {
    super(`${what} is not known to this process`);
    this.name = 'NewerReleaseError';
  }
}

/** Whether a newer release may know what to do, so that the job waits for one instead of failing. */
export const waitsForNewerRelease = (error: unknown): boolean =>
  error instanceof NewerReleaseError || error instanceof NewerVersionError;
