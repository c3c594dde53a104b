import { z } from 'zod';
import { defineCall } from '#platform/base/call';
import {
  approvalStatusSchema,
  passkeySignInBody,
  passkeySignInFailures,
  phoneInputSchema,
  verifyBody,
  verifyFailures,
} from '#contracts/identity';
import { clinicDetailsSchema } from './details';
import { clinicDto } from './dto';

const statusAnswer = z.strictObject({
  approvalStatus: approvalStatusSchema,
  isApproved: z.boolean(),
  clinic: clinicDto,
});

export const clinicVerifyCodeCall = defineCall({
  id: 'clinic-onboarding.verify-code',
  method: 'POST',
  path: '/clinic/auth/verify-code',
  summary: 'Sign a clinic in with the code',
  audience: 'public',
  body: verifyBody,
  data: z.strictObject({
    hasCompleteProfile: z.boolean(),
    /** Null until the registration is complete. */
    clinic: clinicDto.nullable(),
    approvalStatus: approvalStatusSchema,
  }),
  failures: verifyFailures,
  limit: 'auth',
});

export const clinicPasskeySignInCall = defineCall({
  id: 'clinic-onboarding.passkey-sign-in',
  method: 'POST',
  path: '/clinic/auth/passkey',
  summary: 'Sign a clinic in with a passkey',
  audience: 'public',
  body: passkeySignInBody,
  data: clinicVerifyCodeCall.data,
  failures: passkeySignInFailures,
  limit: 'auth',
});

export const completeClinicRegistrationCall = defineCall({
  id: 'clinic-onboarding.complete-registration',
  method: 'POST',
  path: '/clinic/auth/complete-registration',
  summary: 'Register the clinic of the phone that was verified',
  audience: 'phone-verified-clinic',
  body: clinicDetailsSchema.safeExtend({ phoneNumber: phoneInputSchema }),
  data: z.strictObject({ clinic: clinicDto, approvalStatus: approvalStatusSchema }),
  status: 201,
  failures: ['already_registered', 'idempotency_mismatch'],
  idempotent: true,
  limit: 'auth',
});

export const ownClinicStatusCall = defineCall({
  id: 'clinic-onboarding.own-status',
  method: 'GET',
  path: '/clinic/auth/status/me',
  summary: 'How your application stands; asking does not keep the session alive',
  audience: 'clinic',
  data: statusAnswer,
});

export const clinicStatusCall = defineCall({
  id: 'clinic-onboarding.status',
  method: 'GET',
  path: '/clinic/auth/status/{phoneNumberOrClinicId}',
  summary: 'How your application stands, by your own number or id',
  audience: 'clinic',
  params: z.strictObject({ phoneNumberOrClinicId: z.string() }),
  data: statusAnswer,
});

const ownAnswer = z.strictObject({ clinic: clinicDto });

export const changeDetailsCall = defineCall({
  id: 'clinic-onboarding.change-details',
  method: 'PUT',
  path: '/clinic/application',
  summary: 'Mend what you said of your clinic, while the application is pending or rejected',
  audience: 'clinic',
  body: clinicDetailsSchema,
  /** `pendingEmail` waits until the link in the mail to it is confirmed. */
  data: ownAnswer.extend({ pendingEmail: z.string().nullable() }),
  failures: ['event_refused'],
});

export const resubmitCall = defineCall({
  id: 'clinic-onboarding.resubmit',
  method: 'POST',
  path: '/clinic/application/resubmit',
  summary: 'Hand a rejected application in again',
  audience: 'clinic',
  data: ownAnswer,
  failures: ['event_refused'],
});
