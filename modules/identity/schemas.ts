import { z } from 'zod';
import { defineEvents } from '#engine/contract';
import { defineCall, partySchema } from '#platform/base/call';
import { locales } from '#platform/base/locale';
import { defineList } from '#platform/lists/list';
import { hasContactInName } from '#platform/text/contact-in-name';
import { cleanText } from '#platform/text/text';
import { lineText } from '#platform/text/text-schemas';
import { type ConsentKind, consentVersions, withdrawableKinds } from './values';

type LineWords = Parameters<typeof lineText>[0];

/**
 * One line that names somebody or something and that others read: no way to reach its author in it. It stands in mails
 * beside our own words, and before clinics that were not chosen.
 */
export const nameText = (words: LineWords & { readonly contact: string }) =>
  lineText(words).refine((name) => !hasContactInName(name), words.contact);

export const emailSchema = lineText({
  max: 254,
  missing: 'auth.error.email_missing',
  tooLong: 'auth.error.email_invalid',
  unfit: 'auth.error.email_invalid',
}).pipe(z.email('auth.error.email_invalid'));

/** A patient as the patient sees themselves. */
export const userDto = z.strictObject({
  phoneNumber: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  hasCompleteProfile: z.boolean(),
});
export type User = z.infer<typeof userDto>;

// Messages are keys of languages/en/messages/auth.json.
export const nameContactMessage = 'auth.error.name_contact';
const line = (missing: string) => ({
  ...{ max: 100, missing, contact: nameContactMessage },
  tooLong: 'auth.error.name_too_long',
  unfit: 'auth.error.name_unfit',
});
const first = line('auth.error.first_name_missing');
const last = line('auth.error.last_name_missing');

export const firstNameSchema = nameText(first);
export const lastNameSchema = nameText(last);
export const profileSchema = z.strictObject({
  firstName: firstNameSchema,
  lastName: lastNameSchema,
  email: emailSchema,
});
/** Of somebody who has a name: the one that is there may stay, a new one is looked at where it is stored. */
export const profileChangeSchema = profileSchema.extend({
  firstName: lineText(first),
  lastName: lineText(last),
});
export type Profile = z.infer<typeof profileSchema>;

const typed = z
  .string()
  .max(1_000)
  .optional()
  .transform((text) => cleanText(text ?? ''));

/** The form of the profile as it stands, finished or not. */
export const profileDraftSchema = z.object({ firstName: typed, lastName: typed, email: typed });
export type ProfileDraft = z.output<typeof profileDraftSchema>;

/** Columns of `GET /api/admin/patients`; `q` is a whole phone number or e-mail address, or how a name begins. */
export const patientList = defineList({
  sort: ['createdAt', 'lastSeenAt', 'name'],
  defaultSort: ['createdAt', 'DESC'],
  filters: {},
});

const hex = z.string().regex(/^[0-9a-f]{2,128}$/);

/**
 * Work that a browser does before a code is sent: find the counter whose derived key begins with
 * `keyPrefix` (ALTCHA, version 2). Signed, good for one number, one browser and one send.
 */
export const proofChallengeSchema = z.strictObject({
  parameters: z.strictObject({
    algorithm: z.literal('PBKDF2/SHA-256'),
    nonce: hex,
    salt: hex,
    /** Hashes per try. */
    cost: z.int().min(1),
    keyLength: z.int().min(1),
    keyPrefix: hex,
    keySignature: hex,
    data: z.strictObject({
      /** Keyed hash of number and browser. */
      bound: z.string().max(64),
      /** Milliseconds since 1970. */
      until: z.int(),
    }),
  }),
  signature: hex,
});
export type ProofChallenge = z.infer<typeof proofChallengeSchema>;

const payloadSchema = z.strictObject({
  challenge: proofChallengeSchema,
  solution: z.object({ counter: z.int().min(0), derivedKey: hex }),
});
export type Proof = z.infer<typeof payloadSchema>;

/** The longest field `proof` that is looked at. */
export const proofLimit = 4_000;

/** Null for what is no proof at all. */
export function unpackProof(field: string): Proof | null {
  try {
    return payloadSchema.parse(JSON.parse(atob(field)));
  } catch {
    return null;
  }
}

/** base64url as browsers write it; the bounds are far above what any device sends. */
const encoded = (max: number) => z.string().max(max);
const extensions = z.record(z.string(), z.unknown());
const credential = {
  id: encoded(2_000),
  rawId: encoded(2_000),
  type: z.literal('public-key'),
  authenticatorAttachment: z.enum(['platform', 'cross-platform']).optional(),
  clientExtensionResults: extensions,
};

/** A new passkey as `navigator.credentials.create()` gives it, in JSON. */
const registeredPasskey = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: encoded(8_000),
    attestationObject: encoded(32_000),
    transports: z.array(z.string().max(50)).max(20).optional(),
  }),
});
export type RegisteredPasskey = z.output<typeof registeredPasskey>;

/** What a passkey signed, as `navigator.credentials.get()` gives it, in JSON. */
const shownPasskey = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: encoded(8_000),
    authenticatorData: encoded(8_000),
    signature: encoded(8_000),
    userHandle: encoded(200).optional(),
  }),
});
export type ShownPasskey = z.output<typeof shownPasskey>;

/** A challenge as it goes to a browser. */
export const challengedData = z.strictObject({ challengeId: z.uuid(), options: extensions });

/** A browser's answer to a challenge with a passkey that it has. */
export const shownBody = z.strictObject({
  challengeId: z.string().max(100),
  response: shownPasskey,
});

/** A browser's answer with a passkey that it has made. */
export const registeredBody = z.strictObject({
  challengeId: z.string().max(100),
  label: z.string().transform(cleanText).pipe(z.string().max(60)).optional(),
  response: registeredPasskey,
});

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

/** What all calls that send a code have alike. */
const codeCall = {
  audience: 'public',
  body: sendBody,
  failureData: sendFailureData,
  limit: 'auth',
} as const;

export const sendCodeCall = defineCall({
  ...codeCall,
  id: 'identity.send-code',
  route: 'POST /auth/send-code',
  summary: 'Send a one-time code to a phone',
  failures: sendFailures,
});

export const resendCodeCall = defineCall({
  ...codeCall,
  id: 'identity.resend-code',
  route: 'POST /auth/resend-code',
  summary: 'Replace the code that was sent',
  failures: resendFailures,
});

export const clinicSendCodeCall = defineCall({
  ...codeCall,
  id: 'identity.clinic-send-code',
  route: 'POST /clinic/auth/send-code',
  summary: 'Send a one-time code to the phone of a clinic',
  failures: sendFailures,
});

export const clinicResendCodeCall = defineCall({
  ...codeCall,
  id: 'identity.clinic-resend-code',
  route: 'POST /clinic/auth/resend-code',
  summary: 'Replace the code that was sent to a clinic',
  failures: resendFailures,
});

export const logoutCall = defineCall({
  id: 'identity.logout',
  route: 'POST /auth/logout',
  summary: 'End the session of the patient',
  audience: 'public',
});

export const clinicLogoutCall = defineCall({
  id: 'identity.clinic-logout',
  route: 'POST /clinic/auth/logout',
  summary: 'End the session of the clinic',
  audience: 'public',
});

export const verifyCodeCall = defineCall({
  id: 'identity.verify-code',
  route: 'POST /auth/verify-code',
  summary: 'Sign a patient in with the code; agrees to the current terms and privacy policy',
  audience: 'public',
  body: verifyBody,
  data: z.strictObject({ hasCompleteProfile: z.boolean(), user: userDto.nullable() }),
  failures: verifyFailures,
  limit: 'auth',
});

export const completeRegistrationCall = defineCall({
  id: 'identity.complete-registration',
  route: 'POST /auth/complete-registration',
  summary: 'Complete the profile of the phone that was verified',
  audience: 'phone-verified',
  body: profileBody,
  data: profileAnswer,
  failures: ['already_registered'],
  limit: 'auth',
});

export const updateProfileCall = defineCall({
  id: 'identity.update-profile',
  route: 'PUT /auth/update-profile',
  summary: 'Change the names, or ask for another e-mail address; the phone is immutable',
  audience: 'patient',
  body: profileChangeSchema.extend({ phoneNumber: phoneInputSchema }),
  data: changedAnswer,
  limit: 'auth',
});

export const localeSchema = z.strictObject({ locale: z.enum(locales) });

/** A currency (ISO 4217) in which prices are shown besides their own, or `none`; absent: that of the number's country. */
export const currencyChoiceSchema = z.object({
  currency: z
    .string()
    .regex(/^(?:[A-Z]{3}|none)$/)
    .optional(),
});

export const chooseLocaleCall = defineCall({
  id: 'identity.choose-locale',
  route: 'PUT /account/locale',
  summary: 'Choose the language in which you read pages, mails and notifications',
  audience: 'party',
  query: z.strictObject({ as: partySchema.optional() }),
  body: localeSchema,
  data: localeSchema,
  failures: ['which_session'],
});

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
  route: 'GET /account/consents',
  summary: 'What you agreed to, in which version, when, and what you took back',
  audience: 'patient',
  data: answer,
});

export const setConsentCall = defineCall({
  id: 'identity.set-consent',
  route: 'PUT /account/consents',
  summary: 'Take a consent back; requests that depend on it are cancelled',
  audience: 'patient',
  body: withdrawSchema,
  data: answer,
});

export const agreeToTranslationCall = defineCall({
  id: 'identity.agree-to-translation',
  route: 'POST /account/consents/translation',
  summary:
    'Agree that messages you exchange with clinics are sent to a translation service when one of you asks for it, without contact data',
  audience: 'patient',
  data: answer,
  failures: ['translation_off', 'consent_required'],
});

/** The link of a mail, as its address carries it. */
export const emailLinkSchema = z.strictObject({ link: z.string().max(200) });

const callsOf = <R extends 'patient' | 'clinic-owner'>(audience: R, id: string, path: string) => ({
  confirm: defineCall({
    id: `identity.${id}confirm-email`,
    route: `POST ${path}/auth/email/confirm`,
    summary: 'Prove an address with the link of its mail; a change wants a fresh proof of yourself',
    audience,
    body: emailLinkSchema,
    data: z.strictObject({ email: z.string() }),
    failures: ['invalid_link', 'step_up'],
    limit: 'auth',
  }),
  again: defineCall({
    id: `identity.${id}send-email-link`,
    route: `POST ${path}/auth/email/send-again`,
    summary: 'Send another link to the address that waits for its proof',
    audience,
    failures: ['not_found', 'too_many_requests'],
    limit: 'auth',
  }),
  cancel: defineCall({
    id: `identity.${id}cancel-email-change`,
    route: `POST ${path}/auth/email/cancel`,
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
} = callsOf('clinic-owner', 'clinic-', '/clinic');

export const clinicChangeEmailCall = defineCall({
  id: 'identity.clinic-change-email',
  route: 'PUT /clinic/auth/email',
  summary: 'Ask for another e-mail address; it waits until its link is confirmed',
  audience: 'clinic-owner',
  body: z.strictObject({ email: emailSchema }),
  data: z.strictObject({ email: z.string(), pendingEmail: z.string().nullable() }),
  failures: ['too_many_requests'],
  limit: 'auth',
});

const account = { principal: z.enum(['patient', 'clinic']), accountId: z.uuid() };
const accountOnly = z.strictObject(account);
const link = z.strictObject({ ...account, linkId: z.uuid() });
const staff = { staffId: z.uuid() };

/** What can happen to an account: to the ways into it, and to its address. */
export const identityEvents = defineEvents('identity', {
  /** A sign-in from a browser that this number has not signed in with before. */
  'patient-on-new-device': z.strictObject({ patientId: z.uuid() }),
  'clinic-on-new-device': z.strictObject({ clinicId: z.uuid() }),
  /** Software of the clinic can act for it from now on. */
  'clinic-token-made': z.strictObject({ clinicId: z.uuid() }),
  /** A passkey was added or removed. */
  'factor-changed': accountOnly,
  /** An account was made with an address without a proof. */
  'email-proof-owed': accountOnly,
  /** Somebody who has its number now began anew with it. */
  'account-detached': accountOnly,
  /** Two of the team gave it another number, or a second proof. */
  'way-back-opened': accountOnly,
  'email-link-asked': link,
  'email-change-asked': link,
  'email-changed': link,
  'staff-signed-in': z.strictObject({ ...staff, newDevice: z.boolean() }),
  'staff-factor-changed': z.strictObject(staff),
});
