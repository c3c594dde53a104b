import { z } from 'zod';
import { defineCall } from '#platform/call';
import { staffIdentity } from '../staff-records';

/** Characters of a new password. */
export const minPasswordLength = 12;
export const maxPasswordLength = 256;

/** Wider than any real value: what does not fit is wrong credentials, not a wrong form. */
const typed = (max: number) => z.string().min(1).max(max);

export const staffSignInBody = z.strictObject({
  email: typed(320),
  password: typed(1_024),
  code: typed(64),
});

export const staffSignInCall = defineCall({
  id: 'identity.staff-sign-in',
  method: 'POST',
  path: '/admin/login',
  summary: 'Sign staff in with password and code',
  audience: 'public',
  body: staffSignInBody,
  failures: ['invalid_credentials', 'too_many_requests'],
  limit: 'auth',
});

export const staffLogoutCall = defineCall({
  id: 'identity.staff-logout',
  method: 'POST',
  path: '/admin/logout',
  summary: 'End the session of staff',
  audience: 'public',
});

export const staffIdentityCall = defineCall({
  id: 'identity.staff-identity',
  method: 'GET',
  path: '/admin/identity',
  summary: 'Who is signed in to the console',
  audience: 'staff',
  data: staffIdentity,
});
