import { z } from 'zod';
import { defineCall } from '#platform/base/call';
import { challengedData, registeredBody, shownBody, userDto } from './schemas';

const instant = z.iso.datetime();

/** One of the acting person's own passkeys. */
export const passkeyDto = z.strictObject({
  _id: z.uuid(),
  label: z.string(),
  createdAt: instant,
  /** Null until it was used. */
  lastUsedAt: instant.nullable(),
});
export type PasskeyDto = z.output<typeof passkeyDto>;

const passkeys = z.strictObject({ passkeys: z.array(passkeyDto) });

/** What a sign-in with a passkey takes in both roles. */
export const passkeySignInBody = shownBody.extend({
  /** Ends the session after twelve hours and with the browser. */
  sharedDevice: z.boolean().optional(),
});

/** How it fails in both roles. */
export const passkeySignInFailures = ['invalid_credentials', 'too_many_requests'];

type Role = 'patient' | 'clinic';

/** The calls about passkeys that patients and clinics have alike: `id` and `path` say whose they are. */
const passkeyCallsOf = <R extends Role>(audience: R, id: string, path: string) => ({
  list: defineCall({
    id: `identity.${id}passkeys`,
    route: `GET ${path}/passkeys`,
    summary: 'Your passkeys',
    audience,
    data: passkeys,
  }),
  options: defineCall({
    id: `identity.${id}passkey-options`,
    route: `POST ${path}/passkeys/options`,
    summary: 'Ask for what a new passkey is made from',
    audience,
    data: challengedData,
    failures: ['step_up'],
    limit: 'auth',
  }),
  add: defineCall({
    id: `identity.${id}add-passkey`,
    route: `POST ${path}/passkeys`,
    summary: 'Add a passkey to your account',
    audience,
    body: registeredBody,
    data: passkeys,
    status: 201,
    failures: ['step_up', 'invalid_passkey'],
    limit: 'auth',
  }),
  remove: defineCall({
    id: `identity.${id}remove-passkey`,
    route: `DELETE ${path}/passkeys/{id}`,
    summary: 'Remove one of your passkeys',
    audience,
    params: z.strictObject({ id: z.string() }),
    failures: ['step_up', 'not_found'],
  }),
});

/** The calls by which they prove who they are, alike as well. */
const proofCallsOf = <R extends Role>(audience: R, id: string, path: string) => ({
  sendCode: defineCall({
    id: `identity.${id}step-up-send-code`,
    route: `POST ${path}/auth/step-up/send-code`,
    summary: 'Send a code to your own number, for a fresh proof',
    audience,
    failures: ['resend_too_early', 'too_many_codes', 'unsupported_number', 'unavailable'],
    limit: 'auth',
  }),
  stepUp: defineCall({
    id: `identity.${id}step-up`,
    route: `POST ${path}/auth/step-up`,
    summary: 'Prove anew that it is you; sensitive calls are open for ten minutes',
    audience,
    body: z.strictObject({ otpCode: z.string() }),
    failures: ['incomplete_code', 'invalid_code', 'expired_code', 'locked_code'],
    limit: 'auth',
  }),
  signInOptions: defineCall({
    id: `identity.${id}passkey-sign-in-options`,
    route: `POST ${path}/auth/passkey/options`,
    summary: 'Ask for a challenge to sign in with a passkey; no number is asked',
    audience: 'public',
    data: challengedData,
    limit: 'auth',
  }),
  stepUpOptions: defineCall({
    id: `identity.${id}step-up-passkey-options`,
    route: `POST ${path}/auth/step-up/passkey/options`,
    summary: 'Ask for a challenge to prove anew with a passkey',
    audience,
    data: challengedData,
    limit: 'auth',
  }),
  stepUpWithPasskey: defineCall({
    id: `identity.${id}step-up-passkey`,
    route: `POST ${path}/auth/step-up/passkey`,
    summary: 'Prove anew with a passkey; sensitive calls are open for ten minutes',
    audience,
    body: shownBody,
    failures: passkeySignInFailures,
    limit: 'auth',
  }),
});

export const {
  list: accountPasskeysCall,
  options: accountPasskeyOptionsCall,
  add: addAccountPasskeyCall,
  remove: removeAccountPasskeyCall,
} = passkeyCallsOf('patient', '', '');
export const {
  sendCode: stepUpSendCodeCall,
  stepUp: accountStepUpCall,
  signInOptions: accountPasskeySignInOptionsCall,
  stepUpOptions: accountPasskeyStepUpOptionsCall,
  stepUpWithPasskey: accountPasskeyStepUpCall,
} = proofCallsOf('patient', '', '');

/** The sign-in of clinics itself belongs to `clinic-onboarding`, which knows what it answers. */
export const {
  list: clinicPasskeysCall,
  options: clinicPasskeyOptionsCall,
  add: addClinicPasskeyCall,
  remove: removeClinicPasskeyCall,
} = passkeyCallsOf('clinic', 'clinic-', '/clinic');
export const {
  sendCode: clinicStepUpSendCodeCall,
  stepUp: clinicStepUpCall,
  signInOptions: clinicPasskeySignInOptionsCall,
  stepUpOptions: clinicPasskeyStepUpOptionsCall,
  stepUpWithPasskey: clinicPasskeyStepUpCall,
} = proofCallsOf('clinic', 'clinic-', '/clinic');

export const accountPasskeySignInCall = defineCall({
  id: 'identity.passkey-sign-in',
  route: 'POST /auth/passkey',
  summary: 'Sign a patient in with a passkey',
  audience: 'public',
  body: passkeySignInBody,
  data: z.strictObject({ hasCompleteProfile: z.boolean(), user: userDto.nullable() }),
  failures: passkeySignInFailures,
  limit: 'auth',
});
