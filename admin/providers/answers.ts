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

/** Messages by the dotted name of a field. */
export type Faults = Readonly<Record<string, readonly string[]>>;

/** What the API found wrong field by field; empty when it was something else. */
export const faultsOf = (error: unknown): Faults =>
  (error instanceof HttpError && (error.body as Envelope | null)?.errors) || {};

/** The messages about a field and whatever is inside of it, in one line; null when there are none. */
export function faultAt(faults: Faults, path: readonly string[]): string | null {
  const field = path.join('.');
  const found = Object.entries(faults)
    .filter(([name]) => name === field || name.startsWith(`${field}.`))
    .flatMap(([, messages]) => messages);
  return [...new Set(found)].join(' ') || null;
}

/** What went wrong, in words for people. */
export function messageOf(error: unknown, otherwise: string): string {
  return error instanceof HttpError && error.message ? error.message : otherwise;
}
