import { HttpError } from 'react-admin';

/** What every call answers but the lists and records that the kit asks for. */
export interface Envelope {
  readonly success: boolean;
  readonly message: string;
  readonly code?: string;
  readonly data?: Record<string, unknown>;
  readonly errors?: Record<string, string[]>;
}

/** A refusal of the API as the kit knows errors; `message` is the API's own. */
export function refusal(status: number, body: Envelope): HttpError {
  return new HttpError(body.message, status, body);
}

/** The stable word of a refusal; `network` when there was no answer at all. */
export function codeOf(error: unknown): string | undefined {
  return error instanceof HttpError ? (error.body as Envelope | null)?.code : undefined;
}

/** What went wrong, in words for people. */
export function messageOf(error: unknown, otherwise: string): string {
  return error instanceof HttpError && error.message ? error.message : otherwise;
}
