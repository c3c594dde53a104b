import { z } from 'zod';
import { defineCall } from '#platform/base/call';
import { proofChallengeSchema, proofLimit } from './codes/proof';
import { profileChangeSchema, profileSchema } from './profile';
import { userDto } from './user-dto';

/** Failures that belong to identity; statuses are the HTTP layer's. */
export type IdentityCode =
  | 'invalid_phone'
  | 'unsupported_number'
  | 'too_many_codes'
  | 'proof_required'
  | 'resend_too_early'
  | 'incomplete_code'
  | 'invalid_code'
  | 'expired_code'
  | 'locked_code'
  | 'already_registered'
  | 'consent_required'
  | 'invalid_credentials'
  | 'invalid_invite'
  | 'staff_exists'
  | 'last_admin'
  | 'invalid_passkey'
  | 'step_up'
  | 'invalid_link'
  | 'number_taken';

/** The text as typed: whether it is a number is for the command to say (`invalid_phone`, `unsupported_number`). */
export const phoneInputSchema = z.string('auth.error.phone_missing');

export const approvalStatusSchema = z.enum(['pending', 'approved', 'rejected', 'suspended']);

const sendBody = z.strictObject({
  phoneNumber: phoneInputSchema,
  /** After `proof_required`: its challenge with the solution, as JSON in base64 (ALTCHA's payload). */
  proof: z.string().max(proofLimit).optional(),
});
/** What the verify calls of both roles take, and how they fail. */
export const verifyBody = z.strictObject({
  phoneNumber: phoneInputSchema,
  otpCode: z.string(),
  /** Ends the session after twelve hours and with the browser. */
  sharedDevice: z.boolean().optional(),
});
const profileBody = profileSchema.extend({ phoneNumber: phoneInputSchema });
const profileAnswer = z.strictObject({ user: userDto });
/** `pendingEmail` waits until the link in the mail to it is confirmed; null when none does. */
const changedAnswer = profileAnswer.extend({ pendingEmail: z.string().nullable() });

const sendFailures: Array<IdentityCode | 'unavailable'> = [
  'invalid_phone',
  'unsupported_number',
  'too_many_codes',
  'proof_required',
  'unavailable',
];
/** The work that is asked for, beside the failure. */
const sendFailureData = { proof_required: z.strictObject({ challenge: proofChallengeSchema }) };
const resendFailures: typeof sendFailures = [...sendFailures, 'resend_too_early', 'locked_code'];
export const verifyFailures: IdentityCode[] = [
  'incomplete_code',
  'invalid_code',
  'expired_code',
  'locked_code',
];

/** Which of one's own sessions a form means. */
export const sessionChoiceSchema = z.strictObject({ id: z.uuid() });

export const sendCodeCall = defineCall({
  id: 'identity.send-code',
  method: 'POST',
  path: '/auth/send-code',
  summary: 'Send a one-time code to a phone',
  audience: 'public',
  body: sendBody,
  failures: sendFailures,
  failureData: sendFailureData,
  limit: 'auth',
});

export const resendCodeCall = defineCall({
  id: 'identity.resend-code',
  method: 'POST',
  path: '/auth/resend-code',
  summary: 'Replace the code that was sent',
  audience: 'public',
  body: sendBody,
  failures: resendFailures,
  failureData: sendFailureData,
  limit: 'auth',
});

export const verifyCodeCall = defineCall({
  id: 'identity.verify-code',
  method: 'POST',
  path: '/auth/verify-code',
  summary: 'Sign a patient in with the code; agrees to the current terms and privacy policy',
  audience: 'public',
  body: verifyBody,
  data: z.strictObject({ hasCompleteProfile: z.boolean(), user: userDto.nullable() }),
  failures: verifyFailures,
  limit: 'auth',
});

export const completeRegistrationCall = defineCall({
  id: 'identity.complete-registration',
  method: 'POST',
  path: '/auth/complete-registration',
  summary: 'Complete the profile of the phone that was verified',
  audience: 'phone-verified',
  body: profileBody,
  data: profileAnswer,
  failures: ['already_registered'],
  limit: 'auth',
});

export const updateProfileCall = defineCall({
  id: 'identity.update-profile',
  method: 'PUT',
  path: '/auth/update-profile',
  summary: 'Change the names, or ask for another e-mail address; the phone is immutable',
  audience: 'patient',
  body: profileChangeSchema.extend({ phoneNumber: phoneInputSchema }),
  data: changedAnswer,
  limit: 'auth',
});

export const logoutCall = defineCall({
  id: 'identity.logout',
  method: 'POST',
  path: '/auth/logout',
  summary: 'End the session of the patient',
  audience: 'public',
});

export const clinicSendCodeCall = defineCall({
  id: 'identity.clinic-send-code',
  method: 'POST',
  path: '/clinic/auth/send-code',
  summary: 'Send a one-time code to the phone of a clinic',
  audience: 'public',
  body: sendBody,
  failures: sendFailures,
  failureData: sendFailureData,
  limit: 'auth',
});

export const clinicResendCodeCall = defineCall({
  id: 'identity.clinic-resend-code',
  method: 'POST',
  path: '/clinic/auth/resend-code',
  summary: 'Replace the code that was sent to a clinic',
  audience: 'public',
  body: sendBody,
  failures: resendFailures,
  failureData: sendFailureData,
  limit: 'auth',
});

export const clinicLogoutCall = defineCall({
  id: 'identity.clinic-logout',
  method: 'POST',
  path: '/clinic/auth/logout',
  summary: 'End the session of the clinic',
  audience: 'public',
});
