import { z } from 'zod';
import { defineCall } from '#platform/base/call';
import { emailSchema } from '../email-schema';

/** The link of a mail, as its address carries it. */
export const emailLinkSchema = z.strictObject({ link: z.string().max(200) });

const callsOf = <R extends 'patient' | 'clinic'>(audience: R, id: string, path: string) => ({
  confirm: defineCall({
    id: `identity.${id}confirm-email`,
    method: 'POST',
    path: `${path}/auth/email/confirm`,
    summary: 'Prove an address with the link of its mail; a change wants a fresh proof of yourself',
    audience,
    body: emailLinkSchema,
    data: z.strictObject({ email: z.string() }),
    failures: ['invalid_link', 'step_up'],
    limit: 'auth',
  }),
  again: defineCall({
    id: `identity.${id}send-email-link`,
    method: 'POST',
    path: `${path}/auth/email/send-again`,
    summary: 'Send another link to the address that waits for its proof',
    audience,
    failures: ['not_found', 'too_many_requests'],
    limit: 'auth',
  }),
  cancel: defineCall({
    id: `identity.${id}cancel-email-change`,
    method: 'POST',
    path: `${path}/auth/email/cancel`,
    summary: 'Take back the change of address that waits',
    audience,
    failures: ['not_found'],
    limit: 'auth',
  }),
});

export const {
  confirm: confirmEmailCall,
  again: sendEmailLinkCall,
  cancel: cancelEmailChangeCall,
} = callsOf('patient', '', '');

export const {
  confirm: clinicConfirmEmailCall,
  again: clinicSendEmailLinkCall,
  cancel: clinicCancelEmailChangeCall,
} = callsOf('clinic', 'clinic-', '/clinic');

export const clinicChangeEmailCall = defineCall({
  id: 'identity.clinic-change-email',
  method: 'PUT',
  path: '/clinic/auth/email',
  summary: 'Ask for another e-mail address; it waits until its link is confirmed',
  audience: 'clinic',
  body: z.strictObject({ email: emailSchema }),
  data: z.strictObject({ email: z.string(), pendingEmail: z.string().nullable() }),
  failures: ['too_many_requests'],
  limit: 'auth',
});
