import { z } from 'zod';
import { defineCall } from '#platform/base/call';
import { type ConsentKind, consentVersions, withdrawableKinds } from '../values';

const kinds = Object.keys(consentVersions) as ConsentKind[];

export const consentDto = z.strictObject({
  kind: z.enum(kinds),
  version: z.string(),
  givenAt: z.iso.datetime(),
  withdrawnAt: z.iso.datetime().nullable(),
});
export type ConsentDto = z.output<typeof consentDto>;

/** `given` can only become false here: it becomes true with the next request, where its text stands. */
export const withdrawSchema = z.strictObject({
  kind: z.enum(withdrawableKinds),
  given: z.literal(false),
});

const answer = z.strictObject({ consents: z.array(consentDto) });

export const consentsCall = defineCall({
  id: 'identity.consents',
  method: 'GET',
  path: '/account/consents',
  summary: 'What you agreed to, in which version, when, and what you took back',
  audience: 'patient',
  data: answer,
});

export const setConsentCall = defineCall({
  id: 'identity.set-consent',
  method: 'PUT',
  path: '/account/consents',
  summary: 'Take a consent back; requests that depend on it are cancelled',
  audience: 'patient',
  body: withdrawSchema,
  data: answer,
});
