import { z } from 'zod';
import { defineCall } from '#platform/base/call';
import { lineText } from '#platform/text/text-schemas';
import { staffIdentity, staffRecord, staffRoles } from '../staff-records';

/** Wider than any real value: what does not fit is wrong credentials, not a wrong form. */
const typed = (max: number) => z.string().min(1).max(max);

export const staffEmail = lineText({
  max: 254,
  missing: 'staff.error.email_missing',
  tooLong: 'staff.error.email_invalid',
  unfit: 'staff.error.email_invalid',
}).pipe(z.email('staff.error.email_invalid'));

export const staffName = lineText({
  max: 100,
  missing: 'staff.error.name_missing',
  tooLong: 'staff.error.name_invalid',
  unfit: 'staff.error.name_invalid',
});

export const staffSignInCall = defineCall({
  id: 'identity.staff-sign-in',
  method: 'POST',
  path: '/admin/login',
  summary: 'Sign staff in with password and code',
  audience: 'public',
  body: z.strictObject({ email: typed(320), password: typed(1_024), code: typed(64) }),
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

export const stepUpCall = defineCall({
  id: 'identity.staff-step-up',
  method: 'POST',
  path: '/admin/step-up',
  summary: 'Show the second factor again; sensitive acts are free for ten minutes',
  audience: 'staff',
  body: z.strictObject({ code: typed(64) }),
  failures: ['invalid_credentials', 'too_many_requests'],
  limit: 'auth',
});

export const ownStaffSessionsCall = defineCall({
  id: 'identity.staff-sessions',
  method: 'GET',
  path: '/admin/sessions',
  summary: 'Where the acting person is signed in to the console',
  audience: 'staff',
  data: z.strictObject({ sessions: staffRecord.shape.sessions }),
});

export const endOwnStaffSessionCall = defineCall({
  id: 'identity.staff-end-session',
  method: 'DELETE',
  path: '/admin/sessions/{id}',
  summary: 'End one of the acting person’s own sessions',
  audience: 'staff',
  params: z.strictObject({ id: z.string() }),
  failures: ['not_found'],
});

export const addStaffCall = defineCall({
  id: 'identity.staff-add',
  method: 'POST',
  path: '/admin/staff',
  summary: 'Make an account; the answer holds its enrolment link, once',
  audience: 'staff-admin',
  body: z.strictObject({ email: staffEmail, name: staffName, role: z.enum(staffRoles) }),
  data: z.strictObject({ record: staffRecord }),
  status: 201,
  failures: ['step_up', 'staff_exists'],
});
