import { z } from 'zod';
import type { TokenScope } from './actor';

/**
 * Who may make a call or open a page. `phone-verified` is the pre-session between a verified code and a
 * complete profile. `public` answers to everybody; the actor is the patient when a session is there. `session`
 * is whoever is signed in: the patient of the browser, else its clinic, else its member of staff. `owner` is who may
 * have files: a patient, a clinic from its verified phone on, or both in one browser. `party` is a patient or a clinic,
 * whichever of the two a thing belongs to;
 * an `approved-party` is a patient or an approved clinic. Of a clinic's team every member looks; what changes something wants
 * a role: `clinic-owner` an owner, `approved-owner` one of an approved clinic, `clinic-manager` a manager of an approved clinic (offers, times, the clinic's page),
 * `clinic-doctor` a doctor of one (answers, messages); `writing-party` is a patient or such a doctor, `dealing-party` a patient
 * or such a manager; a `registering-clinic` has a verified phone or is an owner. Each role may what those below it may. `staff`
 * lets every role in,
 * `staff-admin` admins only.
 */
export type Audience =
  | 'public'
  | 'session'
  | 'owner'
  | 'party'
  | 'approved-party'
  | 'phone-verified'
  | 'phone-verified-clinic'
  | 'patient'
  | 'clinic'
  | 'approved-clinic'
  | 'clinic-owner'
  | 'approved-owner'
  | 'clinic-manager'
  | 'clinic-doctor'
  | 'writing-party'
  | 'dealing-party'
  | 'registering-clinic'
  | 'staff'
  | 'staff-admin';

/** Of `?as=`: as whom a browser asks that may be patient and clinic at once. */
export const partySchema = z.enum(['patient', 'clinic']);

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/**
 * One call of the HTTP API: what `app/http` enforces, what `/api/openapi.json` says and what tests
 * drive. Owned by the module whose contract exports it.
 */
export interface Call<
  Params extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Data extends z.ZodType = z.ZodType,
> {
  /** Dotted, module first: `leads.submit`. Also the rate-limit and log word. */
  readonly id: string;
  readonly method: Method;
  /** Below `/api`, with `{param}` placeholders. */
  readonly path: string;
  readonly summary: string;
  readonly audience: Audience;
  /** Which scope of a clinic's token lets software make this call; without one no token does. */
  readonly scope?: TokenScope;
  /** Path parameters, query and body; strict objects. A call without one takes none. */
  readonly params?: Params;
  readonly query?: Query;
  readonly body?: Body;
  /** The body is multipart/form-data read by the handler as a stream; `body` then describes its text fields. */
  readonly multipart?: boolean;
  /** `data` of the success envelope; absent when the call answers success and message only. */
  readonly data?: Data;
  readonly status?: 200 | 201 | 202;
  /** The answer is `data` itself, without the envelope: lists and records as react-admin reads them. */
  readonly bare?: boolean;
  /** Codes of the failures beyond the ones every call may have. */
  readonly failures?: readonly string[];
  /** `data` of the envelope of those failures that carry any, by code. */
  readonly failureData?: Readonly<Record<string, z.ZodType>>;
  /** A GET whose answer is given once. HEAD is refused with 405: it would use up what it does not show. */
  readonly onlyOnce?: boolean;
  /** Honours Idempotency-Key (security 67). */
  readonly idempotent?: boolean;
  /** Tighter limit of its own (security 64): of sign-in per address, of uploads per person. */
  readonly limit?: 'auth' | 'upload';
}

type Declared = Omit<Call, 'method' | 'path'> & {
  /** Method, and address below `/api`: 'POST /deals/{id}/times'. */
  readonly route: `${Method} ${string}`;
};

/** Keeps the literal types, so that a handler knows its audience and its inputs exactly. */
export function defineCall<const C extends Declared>({
  route,
  ...call
}: C): Omit<C, 'route'> & Pick<Call, 'method' | 'path'> {
  const [method, path] = route.split(' ') as [Method, string];
  return { ...call, method, path };
}
