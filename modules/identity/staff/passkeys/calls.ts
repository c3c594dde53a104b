import { z } from 'zod';
import { defineCall } from '#platform/base/call';
import {
  challengedData as challenged,
  registeredBody,
  shownBody as shown,
} from '../../passkeys/shapes';
import { staffRecord } from '../../staff-records';

const passkeys = z.strictObject({ passkeys: staffRecord.shape.passkeys });

export const passkeySignInOptionsCall = defineCall({
  id: 'identity.staff-passkey-sign-in-options',
  method: 'POST',
  path: '/admin/login/passkey/options',
  summary: 'Ask for a challenge to sign staff in with a passkey',
  audience: 'public',
  data: challenged,
  limit: 'auth',
});

export const passkeySignInCall = defineCall({
  id: 'identity.staff-passkey-sign-in',
  method: 'POST',
  path: '/admin/login/passkey',
  summary: 'Sign staff in with a passkey',
  audience: 'public',
  body: shown,
  failures: ['invalid_credentials', 'too_many_requests'],
  limit: 'auth',
});

export const passkeyStepUpOptionsCall = defineCall({
  id: 'identity.staff-passkey-step-up-options',
  method: 'POST',
  path: '/admin/step-up/passkey/options',
  summary: 'Ask for a challenge to show the second factor again with a passkey',
  audience: 'staff',
  data: challenged,
  limit: 'auth',
});

export const passkeyStepUpCall = defineCall({
  id: 'identity.staff-passkey-step-up',
  method: 'POST',
  path: '/admin/step-up/passkey',
  summary: 'Show the second factor again with a passkey',
  audience: 'staff',
  body: shown,
  failures: ['invalid_credentials', 'too_many_requests'],
  limit: 'auth',
});

export const ownPasskeysCall = defineCall({
  id: 'identity.staff-passkeys',
  method: 'GET',
  path: '/admin/passkeys',
  summary: 'The acting person’s passkeys',
  audience: 'staff',
  data: passkeys,
});

export const passkeyOptionsCall = defineCall({
  id: 'identity.staff-passkey-options',
  method: 'POST',
  path: '/admin/passkeys/options',
  summary: 'Ask for what a new passkey is made from',
  audience: 'staff',
  data: challenged,
  failures: ['step_up'],
});

export const addPasskeyCall = defineCall({
  id: 'identity.staff-add-passkey',
  method: 'POST',
  path: '/admin/passkeys',
  summary: 'Add a passkey to the acting person’s account',
  audience: 'staff',
  body: registeredBody,
  data: passkeys,
  status: 201,
  failures: ['step_up', 'invalid_passkey'],
});

export const removePasskeyCall = defineCall({
  id: 'identity.staff-remove-passkey',
  method: 'DELETE',
  path: '/admin/passkeys/{id}',
  summary: 'Remove one of the acting person’s passkeys',
  audience: 'staff',
  params: z.strictObject({ id: z.string() }),
  failures: ['step_up', 'not_found'],
});
