import { isAppError, type AppError } from '#platform/base/errors';
import type { Logger } from '#platform/observability/log';
import type { Locale } from '#platform/base/locale';
import { hasText, textIn } from '#app/i18n/server';
import type { Values } from '#languages/values.ts';

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
  provider_refused: 401,
  forbidden: 403,
  role_forbidden: 403,
  scope_missing: 403,
  cross_site: 403,
  consent_required: 403,
  provider_unlinked: 403,
  provider_no_role: 403,
  not_found: 404,
  method_not_allowed: 405,
  request_timeout: 408,
  already_registered: 409,
  staff_exists: 409,
  last_admin: 409,
  last_owner: 409,
  already_member: 409,
  team_full: 409,
  case_taken: 409,
  too_many_views: 409,
  webhooks_full: 409,
  webhook_off: 409,
  webhooks_unavailable: 503,
  push_full: 409,
  shared_device: 403,
  push_unavailable: 503,
  provider_off: 409,
  provider_taken: 409,
  idempotency_mismatch: 409,
  draft_exists: 409,
  offer_changed: 409,
  event_refused: 409,
  which_session: 409,
  version_conflict: 409,
  filter_exists: 409,
  reusable_exists: 409,
  too_many_reusable: 409,
  too_many_filters: 409,
  too_many_tokens: 409,
  too_many_canned: 409,
  already_decided: 409,
  offer_expired: 409,
  offer_exists: 409,
  offers_full: 409,
  lead_closed: 409,
  links_full: 409,
  share_closed: 409,
  notes_full: 409,
  verification_expired: 409,
  already_confirmed: 409,
  before_the_date: 409,
  check_in_answered: 409,
  unfit_script: 409,
  already_reviewed: 409,
  already_answered: 409,
  not_treated: 409,
  not_asked: 409,
  outcome_answered: 409,
  not_scheduled: 409,
  document_unchecked: 409,
  conversation_closed: 409,
  conversation_blocked: 409,
  translation_off: 409,
  translation_not_agreed: 403,
  translation_unknown: 422,
  translation_budget: 429,
  translation_failed: 503,
  treatments_ahead: 409,
  number_taken: 409,
  expired_code: 410,
  archive_gone: 410,
  link_gone: 410,
  invite_gone: 410,
  invalid_invite: 410,
  invalid_link: 410,
  payload_too_large: 413,
  file_too_large: 413,
  unsupported_media_type: 415,
  unsupported_file_type: 415,
  misdirected: 421,
  validation_failed: 422,
  invalid_phone: 422,
  invalid_passkey: 422,
  unsupported_number: 422,
  incomplete_code: 422,
  locked_code: 423,
  proof_required: 428,
  slow_lane: 429,
  too_many_requests: 429,
  too_many_codes: 429,
  resend_too_early: 429,
  headers_too_large: 431,
  internal_error: 500,
  unavailable: 503,
  provider_away: 503,
  busy: 503,
  storage_full: 507,
};

export const statusOf = (code: string): number => statuses[code] ?? 400;

/** What a person reads for a code; a code without a text of its own reads like an unexpected error. */
export const messageOf = (error: Pick<AppError, 'code' | 'details'>, locale: Locale): string => {
  const { reason, values } = error.details;
  const keys = [`error.${error.code}.${reason}`, `error.${error.code}`];
  return textIn(locale)(keys.find(hasText) ?? 'error.internal_error', values);
};

/** Contracts name their messages by key, so that they stay free of any language; here keys become words. */
export const wordsOf = (message: string, locale: Locale, values?: Values): string =>
  hasText(message) ? textIn(locale)(message, values) : message;

export const fieldsInWords = (
  { fields = {}, values }: AppError['details'],
  locale: Locale,
): Record<string, string[]> =>
  Object.fromEntries(
    Object.entries(fields).map(([field, messages]) => [
      field,
      messages.map((message) => wordsOf(message, locale, values)),
    ]),
  );

/**
 * Connection and pool failures: the database is away, and nothing was done. Also what the driver says of a
 * connection that ended between two statements, of a pool that closes because the process stops, and of a server that
 * leads no more and takes no writes (25006), as long as a proxy still leads to it.
 */
const outage =
  /^(ECONN|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN|57P0|57014|55P03|25P03|25006|08|53)|Query read timeout|timeout exceeded when trying to connect|Connection terminated|is not queryable|Cannot use a pool after calling end/;
/** Deadlocks and serialization failures that outlived their repeats: others were quicker, and nothing was done. */
const collision = /^(40001|40P01)/;

interface Failed {
  readonly error: Pick<AppError, 'code' | 'details'>;
  /** Refused on purpose: nothing to log. */
  readonly expected: boolean;
  /** What passes by itself, in the driver's word; null for a fault of ours. */
  readonly passing: string | null;
}

/** Any thrown value as an expected failure: outages read as unavailable, collisions as conflicts, the rest as internal. */
export function asAppError(thrown: unknown): Failed {
  if (isAppError(thrown)) return { error: thrown, expected: true, passing: null };
  const words = wordsAbout(thrown);
  const failed = (code: string, details: AppError['details'], passing: string | null): Failed => ({
    error: { code, details },
    expected: false,
    passing,
  });
  const away = words.find((word) => outage.test(word));
  if (away) return failed('unavailable', { retryAfterSeconds: 5 }, away);
  const collided = words.find((word) => collision.test(word));
  if (collided) return failed('version_conflict', {}, collided);
  return failed('internal_error', {}, null);
}

/** Codes and messages of an error and of what caused it: drivers are wrapped, and several tries fail as one. */
function wordsAbout(thrown: unknown, depth = 0): string[] {
  if (typeof thrown !== 'object' || thrown === null || depth > 4) return [];
  const { code, message, cause, errors } = thrown as Record<string, unknown>;
  const inner = [cause, ...(Array.isArray(errors) ? (errors as unknown[]).slice(0, 4) : [])];
  return [
    ...[code, message].filter((word) => typeof word === 'string'),
    ...inner.flatMap((each) => wordsAbout(each, depth + 1)),
  ];
}

/**
 * One line for a failure that nobody meant: an outage as a warning with its code, since every request of its
 * time writes one; everything else with the place it comes from.
 */
export function logFailure(log: Logger, thrown: unknown): void {
  const { expected, passing } = asAppError(thrown);
  if (expected) return;
  // Only a code is safe to write: a message may hold what was sent to the database.
  if (passing) log.warn({ code: /^\w{1,20}/.exec(passing)?.[0] }, 'http.unavailable');
  else log.error({ err: thrown }, 'http.unexpected-error');
}

/** What a person reads when a call failed for a reason of ours: what did not happen, where a text says so. */
const failedTo = (callId: string | undefined, locale: Locale): string | undefined =>
  callId && hasText(`failed.${callId}`) ? textIn(locale)(`failed.${callId}`) : undefined;

interface Answered {
  readonly requestId: string;
  readonly locale: Locale;
  /** Id of the call; it names what failed when the failure was not an expected one. */
  readonly callId?: string;
}

/** The API's envelope of a failure. */
export function failureOf(
  thrown: unknown,
  { requestId, locale, callId }: Answered,
): { status: number; headers: Headers; body: { message: string } } {
  const { error } = asAppError(thrown);
  const headers = new Headers();
  if (error.details.retryAfterSeconds !== undefined)
    headers.set('Retry-After', String(Math.max(1, Math.ceil(error.details.retryAfterSeconds))));
  if (error.details.allow) headers.set('Allow', error.details.allow.join(', '));
  const body = {
    success: false,
    message: failedTo(callId, locale) ?? messageOf(error, locale),
    code: error.code,
    ...(error.details.data ? { data: error.details.data } : {}),
    ...(error.details.fields ? { errors: fieldsInWords(error.details, locale) } : {}),
    ...(error.code === 'internal_error' ? { requestId } : {}),
  };
  return { status: statusOf(error.code), headers, body };
}

/** Removed already, in another tab or by a second click: what was asked for is the case. */
export function unlessGone(error: unknown): void {
  if (!isAppError(error) || error.code !== 'not_found') throw error;
}

/** What a page says of a file or a message that was not taken: its own words, or those of the code. */
export function refusedInWords(
  thrown: unknown,
  { log, locale }: { log: Logger; locale: Locale },
): { code: string; status: number; words: string[] } {
  const { error } = asAppError(thrown);
  logFailure(log, thrown);
  const words = Object.values(fieldsInWords(error.details, locale)).flat();
  return {
    code: error.code,
    status: statusOf(error.code),
    words: words.length > 0 ? words : [messageOf(error, locale)],
  };
}
