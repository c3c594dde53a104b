import { isAppError, type AppError } from '#platform/errors';
import { hasText, text } from '#app/i18n/server';

/** The only place that knows which status belongs to which code; a code that is not listed is a 400. */
const statuses: Record<string, number> = {
  malformed_json: 400,
  malformed_request: 400,
  incomplete_body: 400,
  malformed_upload: 400,
  unauthenticated: 401,
  invalid_code: 401,
  step_up: 401,
  invalid_credentials: 401,
  forbidden: 403,
  cross_site: 403,
  not_found: 404,
  method_not_allowed: 405,
  request_timeout: 408,
  already_registered: 409,
  idempotency_mismatch: 409,
  event_refused: 409,
  version_conflict: 409,
  already_decided: 409,
  expired_code: 410,
  payload_too_large: 413,
  file_too_large: 413,
  unsupported_media_type: 415,
  unsupported_file_type: 415,
  misdirected: 421,
  validation_failed: 422,
  invalid_phone: 422,
  unsupported_number: 422,
  incomplete_code: 422,
  locked_code: 423,
  too_many_requests: 429,
  too_many_codes: 429,
  resend_too_early: 429,
  internal_error: 500,
  unavailable: 503,
  storage_full: 507,
};

export const statusOf = (code: string): number => statuses[code] ?? 400;

/** What a person reads for a code; a code without a text of its own reads like an unexpected error. */
export const messageOf = (error: Pick<AppError, 'code' | 'details'>): string => {
  const key = `error.${error.code}`;
  return text(hasText(key) ? key : 'error.internal_error', error.details.values);
};

/** Contracts name their messages by key, so that they stay free of any language; here keys become words. */
export const wordsOf = (message: string): string => (hasText(message) ? text(message) : message);

export const fieldsInWords = (fields: Record<string, string[]>): Record<string, string[]> =>
  Object.fromEntries(
    Object.entries(fields).map(([field, messages]) => [field, messages.map(wordsOf)]),
  );

/** Connection and pool failures: the database is away, and nothing was done. */
const outage =
  /^(ECONN|EPIPE|ETIMEDOUT|57P0|57014|55P03|08|53)|Query read timeout|timeout exceeded when trying to connect|Connection terminated/;

/** Any thrown value as an expected failure: outages read as unavailable, everything else as internal. */
export function asAppError(error: unknown): {
  error: Pick<AppError, 'code' | 'details'>;
  expected: boolean;
} {
  if (isAppError(error)) return { error, expected: true };
  const {
    code = '',
    message = '',
    cause,
  } = (error ?? {}) as {
    code?: string;
    message?: string;
    cause?: { code?: string; message?: string };
  };
  const isOutage = [code, message, cause?.code ?? '', cause?.message ?? ''].some((word) =>
    outage.test(word),
  );
  return {
    error: { code: isOutage ? 'unavailable' : 'internal_error', details: {} },
    expected: false,
  };
}

/** What a person reads when a call failed for a reason of ours: what did not happen, where a text says so. */
const failedTo = (callId: string | undefined): string | undefined =>
  callId && hasText(`failed.${callId}`) ? text(`failed.${callId}`) : undefined;

/** The API's envelope of a failure; `callId` names the call when the failure was not an expected one. */
export function failureOf(
  thrown: unknown,
  requestId: string,
  callId?: string,
): { status: number; headers: Headers; body: { message: string } } {
  const { error } = asAppError(thrown);
  const headers = new Headers();
  if (error.details.retryAfterSeconds !== undefined)
    headers.set('Retry-After', String(Math.max(1, Math.ceil(error.details.retryAfterSeconds))));
  if (error.details.allow) headers.set('Allow', error.details.allow.join(', '));
  const body = {
    success: false,
    message: failedTo(callId) ?? messageOf(error),
    code: error.code,
    ...(error.details.fields ? { errors: fieldsInWords(error.details.fields) } : {}),
    ...(error.code === 'internal_error' ? { requestId } : {}),
  };
  return { status: statusOf(error.code), headers, body };
}
