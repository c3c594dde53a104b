import { z } from 'zod';
import { defineCall } from '#platform/base/call';

type Role = 'patient' | 'clinic';

const callsOf = <R extends Role>(audience: R, id: string, path: string) => ({
  send: defineCall({
    id: `identity.${id}step-up-send-code`,
    method: 'POST',
    path: `${path}/step-up/send-code`,
    summary: 'Send a code to your own number, for a fresh proof',
    audience,
    failures: ['resend_too_early', 'too_many_codes', 'unsupported_number', 'unavailable'],
    limit: 'auth',
  }),
  confirm: defineCall({
    id: `identity.${id}step-up`,
    method: 'POST',
    path: `${path}/step-up`,
    summary: 'Prove anew that it is you; sensitive calls are open for ten minutes',
    audience,
    body: z.strictObject({ otpCode: z.string() }),
    failures: ['incomplete_code', 'invalid_code', 'expired_code', 'locked_code'],
    limit: 'auth',
  }),
});

export const { send: stepUpSendCodeCall, confirm: accountStepUpCall } = callsOf(
  'patient',
  '',
  '/auth',
);
export const { send: clinicStepUpSendCodeCall, confirm: clinicStepUpCall } = callsOf(
  'clinic',
  'clinic-',
  '/clinic/auth',
);
