import { sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  bigint,
  boolean,
  check,
  index,
  integer,
  pgSchema,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { clinicRoles, tokenScopes } from '#platform/base/actor';
import { bytes, moment } from '#platform/base/columns.server';
import { newId } from '#platform/base/ids';
import { everyLocale } from '#platform/base/locale';

export const identitySchema = pgSchema('identity');

/** What a WebAuthn credential is stored as, whoever has it. */
export const credential = () => ({
  /** base64url, as WebAuthn names it. */
  credentialId: text('credential_id').notNull().unique(),
  publicKey: bytes('public_key').notNull(),
  counter: bigint('counter', { mode: 'number' }).notNull(),
  transports: text('transports').array().notNull(),
  label: text('label').notNull(),
  createdAt: moment('created_at').notNull(),
  lastUsedAt: moment('last_used_at'),
});

/** What a WebAuthn challenge is stored as, whoever it was handed out to. */
export const challenge = () => ({
  purpose: text('purpose', { enum: ['sign-in', 'step-up', 'register'] }).notNull(),
  /** base64url. */
  challenge: text('challenge').notNull(),
  createdAt: moment('created_at').notNull(),
  expiresAt: moment('expires_at').notNull(),
  usedAt: moment('used_at'),
});

/** In which language somebody reads us. */
const locale = () => text('locale', { enum: everyLocale }).notNull().default('en');

/** What somebody whose phone is verified has typed of their profile so far; gone with the registration, or after a day. */
export const profileDraft = identitySchema.table(
  'profile_draft',
  {
    /** E.164. */
    phone: text('phone').primaryKey(),
    firstName: text('first_name').notNull(),
    lastName: text('last_name').notNull(),
    email: text('email').notNull(),
    /** The open form that wrote last, and its turn. */
    writer: uuid('writer'),
    turn: integer('turn').notNull().default(0),
    savedAt: moment('saved_at').notNull(),
  },
  (t) => [index('profile_draft_saved_idx').on(t.savedAt)],
);

/** Something about the sending of codes that a person should look at: one row per kind, dial code and hour. */
export const smsAlert = identitySchema.table(
  'sms_alert',
  {
    id: uuid('id').primaryKey().$defaultFn(newId),
    kind: text('kind', {
      enum: ['unused-codes', 'site-busy', 'site-cap', 'low-conversion'],
    }).notNull(),
    /** Empty for the whole site. */
    dialCode: text('dial_code').notNull(),
    hour: moment('hour').notNull(),
    sent: integer('sent').notNull(),
    verified: integer('verified').notNull(),
    at: moment('at').notNull(),
  },
  (t) => [uniqueIndex('sms_alert_once_idx').on(t.kind, t.dialCode, t.hour)],
);

/**
 * Browsers that wait for their turn because they cannot work for a code (security 13), one list per dial code,
 * in the order of `since`. Who is not seen for a minute, or lets their turn pass, holds nobody up. Kept an hour.
 */
export const waitingListPlace = identitySchema.table(
  'slow_lane_place',
  {
    id: uuid('id').primaryKey().$defaultFn(newId),
    role: text('role', { enum: ['patient', 'clinic'] }).notNull(),
    /** E.164. */
    phone: text('phone').notNull(),
    dialCode: text('dial_code').notNull(),
    /** sha-256 of the challenge cookie of the browser that waits. */
    browserHash: bytes('browser_hash').notNull(),
    since: moment('since').notNull(),
    seenAt: moment('seen_at').notNull(),
    /** Since when it is its turn. */
    dueAt: moment('due_at'),
    usedAt: moment('used_at'),
  },
  (t) => [
    uniqueIndex('slow_lane_place_once_idx')
      .on(t.browserHash, t.role)
      .where(sql`${t.usedAt} is null`),
    index('slow_lane_place_lane_idx').on(t.dialCode, t.since),
    index('slow_lane_place_seen_idx').on(t.seenAt),
  ],
);

/** What an account recovery gives: another number for an account that is off its own, or the second proof of a silent one. */
const waysBack = ['number', 'proof'] as const;

/**
 * Ways back into an account that two of the team open together: one asks, another one confirms. At most one is asked for
 * per account; a later asking takes the place of an earlier one, and has an id of its own that is confirmed.
 */
export const accountRecovery = identitySchema.table(
  'way_back',
  {
    id: uuid('id').primaryKey(),
    principal: text('principal', { enum: ['patient', 'clinic'] }).notNull(),
    accountId: uuid('account_id').notNull(),
    kind: text('kind', { enum: waysBack }).notNull(),
    /** E.164: the number that the account is to have; null for a proof, and once it was given or dropped. */
    phone: text('phone'),
    askedBy: uuid('asked_by').notNull(),
    askedAt: moment('asked_at').notNull(),
    /** Until when it may be confirmed, and from then on until when it may be used. */
    expiresAt: moment('expires_at').notNull(),
    confirmedBy: uuid('confirmed_by'),
    confirmedAt: moment('confirmed_at'),
    /** A number was given, or the proof was good for a sign-in. */
    usedAt: moment('used_at'),
    droppedAt: moment('dropped_at'),
  },
  (t) => [
    uniqueIndex('way_back_open_idx')
      .on(t.accountId, t.principal)
      .where(sql`used_at is null and dropped_at is null`),
    index('way_back_asked_idx').on(t.askedAt),
    check('way_back_two_people', sql`${t.confirmedBy} <> ${t.askedBy}`),
    check('way_back_confirmed', sql`(${t.confirmedBy} is null) = (${t.confirmedAt} is null)`),
  ],
);

/** People with a complete profile. A phone has at most one; it never changes. */
export const patient = identitySchema.table(
  'patient',
  {
    id: uuid('id').primaryKey().$defaultFn(newId),
    /** E.164. */
    phone: text('phone').notNull().unique(),
    firstName: text('first_name').notNull(),
    lastName: text('last_name').notNull(),
    email: text('email').notNull(),
    /** When somebody opened a link in a mail to `email`; null: nobody has proved to read there. */
    emailProvedAt: moment('email_proved_at'),
    locale: locale(),
    /** In which currency prices are shown besides their own, ISO 4217; `none`: in none; null: that of the number's country. */
    currency: text('currency'),
    createdAt: moment('created_at').notNull(),
    updatedAt: moment('updated_at').notNull(),
    /** Last sign-in or use; after 180 days of silence a code alone no longer proves who holds the number. */
    lastSeenAt: moment('last_seen_at').notNull(),
  },
  (t) => [
    check('patient_currency', sql`${t.currency} ~ '^([A-Z]{3}|none)$'`),
    index('patient_created_idx').on(t.createdAt, t.id),
    index('patient_seen_idx').on(t.lastSeenAt, t.id),
    index('patient_first_name_idx').on(t.firstName, t.id),
    index('patient_email_idx').on(sql`lower(${t.email})`),
    // With all that a list of names is sorted by, so that it is made of the index alone.
    ...Object.entries({
      patient_last_name_idx: sql`lower(${t.lastName}) text_pattern_ops`,
      patient_name_idx: sql`lower(${t.firstName} || ' ' || ${t.lastName}) text_pattern_ops`,
    }).map(([name, words]) =>
      index(name).on(words, t.id, t.createdAt, t.lastSeenAt, t.firstName, t.lastName),
    ),
  ],
);

/**
 * One row per session of any principal; the browser holds the token, the row its sha-256. Live while
 * `ended_at` is null, `expires_at` lies ahead and the last use is not longer ago than `idle_seconds`.
 */
export const session = identitySchema.table(
  'session',
  {
    id: uuid('id').primaryKey().$defaultFn(newId),
    tokenHash: bytes('token_hash').notNull().unique(),
    principal: text('principal', { enum: ['patient', 'clinic', 'staff'] }).notNull(),
    /** phone-verified: may finish the registration of `phone`; email-proof: owes a second proof; full: signed in. */
    phase: text('phase', { enum: ['phone-verified', 'email-proof', 'full'] }).notNull(),
    /** The patient or clinic whose number it is; null while only the phone is known, and of other members of a clinic. */
    subjectId: uuid('subject_id'),
    /** Of a clinic's members but for the one whose number the account has: builds before teams refuse it. */
    memberId: uuid('member_id').references((): AnyPgColumn => clinicMember.id, {
      onDelete: 'cascade',
    }),
    /** E.164; null for staff. */
    phone: text('phone'),
    sharedDevice: boolean('shared_device').notNull().default(false),
    idleSeconds: integer('idle_seconds').notNull(),
    createdAt: moment('created_at').notNull(),
    lastSeenAt: moment('last_seen_at').notNull(),
    /** When a code or a passkey was last shown in this session; sensitive acts want it fresh. */
    provedAt: moment('proved_at'),
    expiresAt: moment('expires_at').notNull(),
    endedAt: moment('ended_at'),
  },
  (t) => [
    index('session_subject_idx').on(t.principal, t.subjectId),
    index('session_member_idx')
      .on(t.memberId)
      .where(sql`member_id is not null`),
    index('session_expires_idx').on(t.expiresAt),
    index('session_ended_idx')
      .on(t.endedAt)
      .where(sql`ended_at is not null`),
    check(
      'session_full_has_owner',
      sql`${t.phase} <> 'full' or num_nonnulls(${t.subjectId}, ${t.memberId}) = 1`,
    ),
  ],
);

/**
 * One row per code that was sent. Tries are counted and the code consumed by guarded updates of this row,
 * never by reading first; `status` is written by the flow `identity.otp-challenge` only. Kept 48 hours.
 */
export const otpChallenge = identitySchema.table(
  'otp_challenge',
  {
    id: uuid('id').primaryKey(),
    purpose: text('purpose', { enum: ['patient', 'clinic', 'email-proof', 'step-up'] }).notNull(),
    /** E.164. */
    phone: text('phone').notNull(),
    country: text('country').notNull(),
    dialCode: text('dial_code').notNull(),
    /** Of the page that asked. */
    locale: locale(),
    /** sha-256 of the challenge cookie of the browser that asked, or of the session that needs a proof. */
    browserHash: bytes('browser_hash').notNull(),
    /** The browser had signed the number in before: what becomes of the code says nothing about strangers. */
    fromKnownBrowser: boolean('from_known_browser').notNull().default(false),
    /** HMAC-SHA-256 over id, purpose, phone and code. */
    codeHmac: bytes('code_hmac').notNull(),
    /** AES-256-GCM of the code for the job that sends it; erased when sent or expired. */
    codeCipher: bytes('code_cipher'),
    attempts: integer('attempts').notNull().default(0),
    status: text('status', {
      enum: ['cooling', 'resendable', 'verified', 'replaced', 'locked', 'expired'],
    }).notNull(),
    createdAt: moment('created_at').notNull(),
    expiresAt: moment('expires_at').notNull(),
    resendAt: moment('resend_at').notNull(),
    sentAt: moment('sent_at'),
    consumedAt: moment('consumed_at'),
    supersededAt: moment('superseded_at'),
  },
  (t) => [
    uniqueIndex('otp_challenge_live_idx')
      .on(t.browserHash)
      .where(sql`${t.supersededAt} is null`),
    index('otp_challenge_dial_code_idx').on(t.dialCode, t.createdAt),
    index('otp_challenge_phone_idx').on(t.phone, t.createdAt),
    index('otp_challenge_created_idx').on(t.createdAt),
    check('otp_challenge_attempts', sql`${t.attempts} between 0 and 5`),
  ],
);

/**
 * Browsers in which a number has signed in: what strangers use up of a number's budgets does not touch them,
 * and a sign-in from any other browser is reported to the account's owner. One random cookie per browser, one row
 * per number and role that signed in with it.
 */
export const knownBrowser = identitySchema.table(
  'known_browser',
  {
    id: uuid('id').primaryKey().$defaultFn(newId),
    /** sha-256 of the cookie; a new one with each sign-in. */
    tokenHash: bytes('token_hash').notNull(),
    role: text('role', { enum: ['patient', 'clinic'] }).notNull(),
    /** E.164. */
    phone: text('phone').notNull(),
    createdAt: moment('created_at').notNull(),
    expiresAt: moment('expires_at').notNull(),
  },
  (t) => [
    uniqueIndex('known_browser_once_idx').on(t.tokenHash, t.role, t.phone),
    index('known_browser_phone_idx').on(t.phone, t.role),
    index('known_browser_expires_idx').on(t.expiresAt),
  ],
);

/** What somebody agreed to, and took back; a row is never another one, and outlives the account as proof, of an id. */
export const consent = identitySchema.table(
  'consent',
  {
    id: uuid('id').primaryKey().$defaultFn(newId),
    patientId: uuid('patient_id').notNull(),
    kind: text('kind', {
      enum: ['terms', 'privacy', 'health-data', 'sharing-with-clinics', 'aftercare', 'translation'],
    }).notNull(),
    version: text('version').notNull(),
    at: moment('at').notNull(),
    withdrawnAt: moment('withdrawn_at'),
  },
  (t) => [
    uniqueIndex('consent_standing_idx')
      .on(t.patientId, t.kind, t.version)
      .where(sql`withdrawn_at is null`),
    index('consent_at_idx').on(t.at),
  ],
);

/**
 * Clinics that completed their registration. The id is also that of the clinic and of its application in
 * `clinic-onboarding`; `approval` is written with each decision there, in the same transaction, so that a
 * session knows at once what it may.
 */
export const clinicAccount = identitySchema.table('clinic_account', {
  id: uuid('id').primaryKey(),
  /** E.164. */
  phone: text('phone').notNull().unique(),
  approval: text('approval', { enum: ['pending', 'approved', 'rejected', 'suspended'] }).notNull(),
  locale: locale(),
  createdAt: moment('created_at').notNull(),
  lastSeenAt: moment('last_seen_at').notNull(),
});

/** Of a clinic, and gone with its account. */
const ofClinic = () =>
  uuid('clinic_id')
    .notNull()
    .references(() => clinicAccount.id, { onDelete: 'cascade' });

/** Who works for a clinic. The number of who holds the account is the account's. A removed member keeps the name, which others have read. */
export const clinicMember = identitySchema.table(
  'clinic_member',
  {
    /** Of who holds the account from its registration on, the clinic's id. */
    id: uuid('id').primaryKey().$defaultFn(newId),
    clinicId: ofClinic(),
    /** E.164; null of who holds the account, and once removed. */
    phone: text('phone'),
    name: text('name').notNull(),
    role: text('role', { enum: clinicRoles }).notNull(),
    holdsAccount: boolean('holds_account').notNull().default(false),
    locale: locale(),
    createdAt: moment('created_at').notNull(),
    lastSeenAt: moment('last_seen_at').notNull(),
    removedAt: moment('removed_at'),
  },
  (t) => [
    uniqueIndex('clinic_member_phone_idx').on(t.phone, t.clinicId),
    uniqueIndex('clinic_member_holder_idx')
      .on(t.clinicId)
      .where(sql`holds_account`),
    index('clinic_member_clinic_idx').on(t.clinicId, t.createdAt, t.id),
    check(
      'clinic_member_number',
      sql`(${t.phone} is null) = (${t.holdsAccount} or ${t.removedAt} is not null)`,
    ),
    check(
      'clinic_member_holder',
      sql`not ${t.holdsAccount} or (${t.role} = 'owner' and ${t.removedAt} is null)`,
    ),
  ],
);

/** One-time links to join a clinic's team, with a code to the invited number; the row has the token's sha-256. */
export const memberInvite = identitySchema.table(
  'member_invite',
  {
    id: uuid('id').primaryKey().$defaultFn(newId),
    clinicId: ofClinic(),
    tokenHash: bytes('token_hash').notNull().unique(),
    /** E.164. */
    phone: text('phone').notNull(),
    name: text('name').notNull(),
    role: text('role', { enum: clinicRoles }).notNull(),
    createdAt: moment('created_at').notNull(),
    expiresAt: moment('expires_at').notNull(),
    usedAt: moment('used_at'),
    /** Taken back, or another one took its place. */
    droppedAt: moment('dropped_at'),
  },
  (t) => [
    uniqueIndex('member_invite_open_idx')
      .on(t.clinicId, t.phone)
      .where(sql`used_at is null and dropped_at is null`),
    index('member_invite_expires_idx').on(t.expiresAt),
  ],
);

/** Tokens by which software of a clinic acts; the row has the token's sha-256. It stays for its name, which stands under what it wrote. */
export const clinicToken = identitySchema.table(
  'clinic_token',
  {
    id: uuid('id').primaryKey().$defaultFn(newId),
    clinicId: ofClinic(),
    /** Who made it. */
    memberId: uuid('member_id')
      .notNull()
      .references(() => clinicMember.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    scopes: text('scopes', { enum: tokenScopes }).array().notNull(),
    tokenHash: bytes('token_hash').notNull().unique(),
    createdAt: moment('created_at').notNull(),
    expiresAt: moment('expires_at').notNull(),
    /** To the minute. */
    lastUsedAt: moment('last_used_at'),
    revokedAt: moment('revoked_at'),
  },
  (t) => [index('clinic_token_clinic_idx').on(t.clinicId, t.createdAt, t.id)],
);

/** Whose a row is: a patient's or a clinic's, and gone with the account. */
const owner = () => ({
  patientId: uuid('patient_id').references(() => patient.id, { onDelete: 'cascade' }),
  clinicId: uuid('clinic_id').references(() => clinicAccount.id, { onDelete: 'cascade' }),
});

/** WebAuthn credentials of patients and clinics; each opens the account that it was made for, and no other. */
export const passkey = identitySchema.table(
  'passkey',
  {
    id: uuid('id').primaryKey().$defaultFn(newId),
    ...owner(),
    /** Of a clinic's members but for who held its account when it was made. */
    memberId: uuid('member_id').references(() => clinicMember.id, { onDelete: 'cascade' }),
    ...credential(),
  },
  (t) => [
    index('passkey_patient_idx').on(t.patientId),
    index('passkey_clinic_idx').on(t.clinicId),
    check('passkey_one_owner', sql`num_nonnulls(${t.patientId}, ${t.clinicId}) = 1`),
  ],
);

/**
 * A WebAuthn challenge that was handed out to a patient's or a clinic's browser; good once, for five minutes,
 * in that browser. Without an owner while nobody is signed in.
 */
export const passkeyChallenge = identitySchema.table(
  'passkey_challenge',
  {
    id: uuid('id').primaryKey().$defaultFn(newId),
    /** Whose sign-in it is for. */
    principal: text('principal', { enum: ['patient', 'clinic'] }).notNull(),
    ...owner(),
    /** sha-256 of the cookie of the browser, or of the session's token. */
    browserHash: bytes('browser_hash').notNull(),
    ...challenge(),
  },
  (t) => [
    index('passkey_challenge_created_idx').on(t.createdAt),
    check(
      'passkey_challenge_owner',
      sql`num_nonnulls(${t.patientId}, ${t.clinicId}) = case ${t.purpose} when 'sign-in' then 0 else 1 end`,
    ),
  ],
);

/**
 * A link in a mail that proves that its reader reads there: to the address an account has, or to one that it
 * is to have. The link is derived from the id under a key of ours, so that nothing here opens anything. At most
 * one of a kind is open per account. Kept thirty days.
 */
export const emailLink = identitySchema.table(
  'email_link',
  {
    id: uuid('id').primaryKey().$defaultFn(newId),
    ...owner(),
    kind: text('kind', { enum: ['prove', 'change'] }).notNull(),
    /** Where the link goes. */
    email: text('email').notNull(),
    /** Of a change: the address until then, which is notified. */
    previousEmail: text('previous_email'),
    createdAt: moment('created_at').notNull(),
    expiresAt: moment('expires_at').notNull(),
    usedAt: moment('used_at'),
    /** Taken back, or another one took its place. */
    droppedAt: moment('dropped_at'),
  },
  (t) => [
    uniqueIndex('email_link_open_patient_idx')
      .on(t.patientId, t.kind)
      .where(sql`used_at is null and dropped_at is null`),
    uniqueIndex('email_link_open_clinic_idx')
      .on(t.clinicId, t.kind)
      .where(sql`used_at is null and dropped_at is null`),
    index('email_link_created_idx').on(t.createdAt),
    check('email_link_one_owner', sql`num_nonnulls(${t.patientId}, ${t.clinicId}) = 1`),
    check('email_link_previous', sql`(${t.kind} = 'change') = (${t.previousEmail} is not null)`),
  ],
);
