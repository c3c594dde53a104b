/** Facts that travel with an error to the answer; nothing of the inside, nothing personal. */
export interface AppErrorDetails {
  /** Messages per field, in the user's words. */
  fields?: Record<string, string[]>;
  /** Seconds until the same call can succeed; becomes Retry-After. */
  retryAfterSeconds?: number;
  /** Methods that the path does answer to; becomes Allow. */
  allow?: string[];
  /** Why, where one code has several reasons: chooses the message `error.<code>.<reason>`. */
  reason?: string;
  /** What the answer carries beside the failure: `data` of the envelope. */
  data?: Record<string, unknown>;
  /** Values for the placeholders of the message of this code. */
  values?: Record<string, string | number>;
}

const brand = Symbol.for('app.error');

/**
 * An expected failure. `code` is a stable machine word that the call declares (`Call.failures`); the status and
 * the text that belong to it are known to `app/http/errors.ts` and the message files only.
 */
export class AppError extends Error {
  readonly [brand] = true;

  constructor(
    readonly code: string,
    readonly details: AppErrorDetails = {},
  ) {
    super(code);
    this.name = 'AppError';
  }
}

/** Holds across bundles, where `instanceof` does not. */
export function isAppError(error: unknown): error is AppError {
  return typeof error === 'object' && error !== null && brand in error;
}
