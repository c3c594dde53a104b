import { z } from 'zod';
import { defineCall } from '#platform/base/call';
import { defineList, oneOrMany } from '#platform/lists/list';
import { lineText } from '#platform/text/text-schemas';
import { challengedData as challenged, registeredBody, shownBody as shown } from './schemas';

const instant = z.iso.datetime();

export const staffRoles = ['reviewer', 'admin'] as const;
export type StaffRole = (typeof staffRoles)[number];
export const staffStates = ['invited', 'active', 'disabled'] as const;
export type StaffState = (typeof staffStates)[number];

/** `GET /api/admin/identity`: who is signed in to the console. */
export const staffIdentity = z.strictObject({
  id: z.uuid(),
  email: z.string(),
  name: z.string(),
  role: z.enum(staffRoles),
  /** Until when sensitive acts need no fresh second factor. */
  freshUntil: instant,
  passkeys: z.int(),
});
export type StaffIdentity = z.output<typeof staffIdentity>;

/** `GET /api/admin/staff`, for admins; for reviewers `id` and `name` only (`getMany` of who did what). */
export const staffRecord = z.strictObject({
  id: z.uuid(),
  name: z.string(),
  email: z.string().nullable(),
  role: z.enum(staffRoles).nullable(),
  state: z.enum(staffStates).nullable(),
  createdAt: instant.nullable(),
  lastSignInAt: instant.nullable(),
  /** Live ones; empty for reviewers. */
  sessions: z.array(
    z.strictObject({
      id: z.uuid(),
      device: z.string(),
      createdAt: instant,
      lastSeenAt: instant,
      current: z.boolean(),
    }),
  ),
  passkeys: z.array(z.strictObject({ id: z.uuid(), label: z.string(), createdAt: instant })),
  /** Only in the answers that make one: the link is nowhere else, and good once for three days. */
  enrolmentLink: z.string().nullable(),
  /** Of `change-role {role}`, `disable`, `enable`, `invite-again`, `end-session {sessionId}`, `end-sessions`, `reset-factors`. */
  allowedEvents: z.array(z.string()),
});
export type StaffRecord = z.output<typeof staffRecord>;

/** `GET /api/admin/patients`. Contact data only after `reveal {reason}`, whose answer's `data.record` has it filled in. */
export const patientRecord = z.strictObject({
  id: z.uuid(),
  /** "Sarah M." */
  name: z.string(),
  phoneNumber: z.string().nullable(),
  email: z.string().nullable(),
  fullName: z.string().nullable(),
  createdAt: instant,
  lastSeenAt: instant,
  leadsCount: z.int(),
  /** Of `reveal {reason}`, `end-sessions`. */
  allowedEvents: z.array(z.string()),
});
export type PatientRecord = z.output<typeof patientRecord>;

/** How the owner of an account gets into it, where its number does not open it. */
export const accountWays = z.strictObject({
  /** `number`: it is off its number; `proof`: it was silent for long; null: its number opens it. */
  needs: z.enum(['number', 'proof']).nullable(),
  /** What one of the team has asked for; somebody else confirms it by its id. */
  asked: z
    .strictObject({
      id: z.uuid(),
      kind: z.enum(['number', 'proof']),
      /** The last digits of the number it is to have. */
      numberEnds: z.string().nullable(),
      askedBy: z.uuid(),
      askedAt: instant,
      confirmed: z.boolean(),
    })
    .nullable(),
});
export type AccountWays = z.output<typeof accountWays>;

/** `GET /api/admin/patients/{id}`; for admins also `hold {reason}` or `lift-hold {reason}`,
 * `ask-way-back {phoneNumber?, reason}`, `confirm-way-back {wayBackId}`. */
export const patientDetailRecord = patientRecord.extend({
  /** Since when nothing of it may be erased. */
  heldSince: instant.nullable(),
  ways: accountWays,
});
export type PatientDetailRecord = z.output<typeof patientDetailRecord>;

/** Columns and filters of `GET /api/admin/staff`; `q` is part of a name or an e-mail address. */
export const staffList = defineList({
  sort: ['name', 'email', 'role', 'createdAt', 'lastSignInAt'],
  defaultSort: ['name', 'ASC'],
  filters: { role: z.enum(staffRoles), state: oneOrMany(z.enum(staffStates)) },
});

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
  route: 'POST /admin/login',
  summary: 'Sign staff in with password and code',
  audience: 'public',
  body: z.strictObject({ email: typed(320), password: typed(1_024), code: typed(64) }),
  failures: ['invalid_credentials', 'too_many_requests'],
  limit: 'auth',
});

export const staffLogoutCall = defineCall({
  id: 'identity.staff-logout',
  route: 'POST /admin/logout',
  summary: 'End the session of staff',
  audience: 'public',
});

export const staffIdentityCall = defineCall({
  id: 'identity.staff-identity',
  route: 'GET /admin/identity',
  summary: 'Who is signed in to the console',
  audience: 'staff',
  data: staffIdentity,
});

export const stepUpCall = defineCall({
  id: 'identity.staff-step-up',
  route: 'POST /admin/step-up',
  summary: 'Show the second factor again; sensitive acts are free for ten minutes',
  audience: 'staff',
  body: z.strictObject({ code: typed(64) }),
  failures: ['invalid_credentials', 'too_many_requests'],
  limit: 'auth',
});

export const ownStaffSessionsCall = defineCall({
  id: 'identity.staff-sessions',
  route: 'GET /admin/sessions',
  summary: 'Where the acting person is signed in to the console',
  audience: 'staff',
  data: z.strictObject({ sessions: staffRecord.shape.sessions }),
});

export const endOwnStaffSessionCall = defineCall({
  id: 'identity.staff-end-session',
  route: 'DELETE /admin/sessions/{id}',
  summary: 'End one of the acting person’s own sessions',
  audience: 'staff',
  params: z.strictObject({ id: z.string() }),
  failures: ['not_found'],
});

export const addStaffCall = defineCall({
  id: 'identity.staff-add',
  route: 'POST /admin/staff',
  summary: 'Make an account; the answer holds its enrolment link, once',
  audience: 'staff-admin',
  body: z.strictObject({ email: staffEmail, name: staffName, role: z.enum(staffRoles) }),
  data: z.strictObject({ record: staffRecord }),
  status: 201,
  failures: ['step_up', 'staff_exists'],
});

const passkeys = z.strictObject({ passkeys: staffRecord.shape.passkeys });

export const passkeySignInOptionsCall = defineCall({
  id: 'identity.staff-passkey-sign-in-options',
  route: 'POST /admin/login/passkey/options',
  summary: 'Ask for a challenge to sign staff in with a passkey',
  audience: 'public',
  data: challenged,
  limit: 'auth',
});

export const passkeySignInCall = defineCall({
  id: 'identity.staff-passkey-sign-in',
  route: 'POST /admin/login/passkey',
  summary: 'Sign staff in with a passkey',
  audience: 'public',
  body: shown,
  failures: ['invalid_credentials', 'too_many_requests'],
  limit: 'auth',
});

export const passkeyStepUpOptionsCall = defineCall({
  id: 'identity.staff-passkey-step-up-options',
  route: 'POST /admin/step-up/passkey/options',
  summary: 'Ask for a challenge to show the second factor again with a passkey',
  audience: 'staff',
  data: challenged,
  limit: 'auth',
});

export const passkeyStepUpCall = defineCall({
  id: 'identity.staff-passkey-step-up',
  route: 'POST /admin/step-up/passkey',
  summary: 'Show the second factor again with a passkey',
  audience: 'staff',
  body: shown,
  failures: ['invalid_credentials', 'too_many_requests'],
  limit: 'auth',
});

export const ownPasskeysCall = defineCall({
  id: 'identity.staff-passkeys',
  route: 'GET /admin/passkeys',
  summary: 'The acting person’s passkeys',
  audience: 'staff',
  data: passkeys,
});

export const passkeyOptionsCall = defineCall({
  id: 'identity.staff-passkey-options',
  route: 'POST /admin/passkeys/options',
  summary: 'Ask for what a new passkey is made from',
  audience: 'staff',
  data: challenged,
  failures: ['step_up'],
});

export const addPasskeyCall = defineCall({
  id: 'identity.staff-add-passkey',
  route: 'POST /admin/passkeys',
  summary: 'Add a passkey to the acting person’s account',
  audience: 'staff',
  body: registeredBody,
  data: passkeys,
  status: 201,
  failures: ['step_up', 'invalid_passkey'],
});

export const removePasskeyCall = defineCall({
  id: 'identity.staff-remove-passkey',
  route: 'DELETE /admin/passkeys/{id}',
  summary: 'Remove one of the acting person’s passkeys',
  audience: 'staff',
  params: z.strictObject({ id: z.string() }),
  failures: ['step_up', 'not_found'],
});

/** What a round to the provider is for: to sign in, to try whether one could, or to link one's own account. */
export const providerPurposes = ['sign-in', 'trial', 'link'] as const;
export type ProviderPurpose = (typeof providerPurposes)[number];

/** Whether staff sign in with the provider: not, not but an admin has tried it, or so. */
export const providerStates = ['off', 'tried', 'on'] as const;

/** `GET /api/admin/provider`: the provider as the acting person finds it. */
export const staffProviderRecord = z.strictObject({
  /** Of the provider; null where the settings name none. */
  host: z.string().nullable(),
  state: z.enum(providerStates),
  /** Since when the acting person's account is linked. */
  linkedAt: instant.nullable(),
  mayLink: z.boolean(),
  mayTry: z.boolean(),
  /** Until when the acting person may switch it on, who has just signed in with it. */
  switchUntil: instant.nullable(),
});
export type StaffProviderRecord = z.output<typeof staffProviderRecord>;

const roundBegun = z.strictObject({
  /** At the provider: where the browser goes next. */
  address: z.string(),
});

export const offeredProviderCall = defineCall({
  id: 'identity.staff-provider-offered',
  route: 'GET /admin/login/provider',
  summary: 'Which provider staff sign in with; none while that is switched off',
  audience: 'public',
  data: z.strictObject({ host: z.string().nullable() }),
});

export const providerSignInCall = defineCall({
  id: 'identity.staff-provider-begin',
  route: 'POST /admin/login/provider',
  summary: 'Begin a sign-in of staff with the provider',
  audience: 'public',
  data: roundBegun,
  failures: ['provider_off', 'provider_away'],
  limit: 'auth',
});

export const providerReturnCall = defineCall({
  id: 'identity.staff-provider-return',
  route: 'POST /admin/login/provider/return',
  summary: 'Finish what was begun with the provider, with what it sent the browser back with',
  audience: 'public',
  body: z.strictObject({
    state: typed(200),
    code: typed(4_096).optional(),
    iss: typed(500).optional(),
    error: typed(200).optional(),
  }),
  data: z.strictObject({ purpose: z.enum(providerPurposes) }),
  failures: [
    'provider_off',
    'provider_away',
    'provider_refused',
    'provider_unlinked',
    'provider_no_role',
    'provider_taken',
    'too_many_requests',
  ],
  limit: 'auth',
});

export const staffProviderCall = defineCall({
  id: 'identity.staff-provider',
  route: 'GET /admin/provider',
  summary: 'The provider as the acting person finds it: switched on, linked, tried',
  audience: 'staff',
  data: staffProviderRecord,
});

export const linkProviderCall = defineCall({
  id: 'identity.staff-link-provider',
  route: 'POST /admin/provider/link',
  summary: 'Begin to link the acting person’s account with one at the provider',
  audience: 'staff',
  data: roundBegun,
  failures: ['step_up', 'event_refused', 'provider_off', 'provider_away'],
});

export const unlinkProviderCall = defineCall({
  id: 'identity.staff-unlink-provider',
  route: 'DELETE /admin/provider/link',
  summary: 'Remove the link of the acting person’s account',
  audience: 'staff',
  failures: ['step_up', 'not_found'],
});

export const tryProviderCall = defineCall({
  id: 'identity.staff-try-provider',
  route: 'POST /admin/provider/trial',
  summary: 'Begin a trial: an admin signs in with the provider, also while it is switched off',
  audience: 'staff-admin',
  data: roundBegun,
  failures: ['event_refused', 'provider_off', 'provider_away'],
});
