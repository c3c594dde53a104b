import { sql } from 'drizzle-orm';
import { bigint, check, index, integer, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { bytes, idOf, moment } from '#platform/base/columns.server';
import { newId } from '#platform/base/ids';
import { challenge, credential, identitySchema } from '../tables.server';

/** Our own people. Made by a command or an admin; signs in once the enrolment link was used. */
export const staffAccount = identitySchema.table(
  'staff_account',
  {
    id: uuid('id').primaryKey().$defaultFn(newId),
    /** Lower case. */
    email: text('email').notNull().unique(),
    name: text('name').notNull(),
    role: text('role', { enum: ['reviewer', 'admin'] }).notNull(),
    /** argon2id; null until enrolled. */
    passwordHash: text('password_hash'),
    /** AES-256-GCM of the TOTP secret; null without TOTP. */
    totpCipher: bytes('totp_cipher'),
    /** The last time step whose code was used; a code is good once. */
    totpStep: bigint('totp_step', { mode: 'number' }),
    createdAt: moment('created_at').notNull(),
    createdBy: text('created_by').notNull(),
    enrolledAt: moment('enrolled_at'),
    disabledAt: moment('disabled_at'),
    lastSignInAt: moment('last_sign_in_at'),
  },
  (t) => [check('staff_account_email_lower', sql`${t.email} = lower(${t.email})`)],
);

/** One-time links to set password and second factor; the link holds the token, the row its sha-256. */
export const staffInvite = identitySchema.table(
  'staff_invite',
  {
    id: uuid('id').primaryKey().$defaultFn(newId),
    staffId: idOf('staff_id', () => staffAccount.id),
    tokenHash: bytes('token_hash').notNull().unique(),
    /** The TOTP secret offered on the page, encrypted, until it is confirmed. */
    totpCipher: bytes('totp_cipher').notNull(),
    createdAt: moment('created_at').notNull(),
    expiresAt: moment('expires_at').notNull(),
    usedAt: moment('used_at'),
  },
  (t) => [index('staff_invite_staff_idx').on(t.staffId)],
);

/** WebAuthn credentials of staff. */
export const staffPasskey = identitySchema.table(
  'staff_passkey',
  {
    id: uuid('id').primaryKey().$defaultFn(newId),
    staffId: idOf('staff_id', () => staffAccount.id),
    ...credential(),
  },
  (t) => [index('staff_passkey_staff_idx').on(t.staffId)],
);

/** A WebAuthn challenge that was handed out; good once, for five minutes. */
export const staffChallenge = identitySchema.table('staff_challenge', {
  id: uuid('id').primaryKey().$defaultFn(newId),
  staffId: uuid('staff_id').references(() => staffAccount.id),
  ...challenge(),
});

/** Sessions of staff, apart from everybody else's. Live as in `session`. */
export const staffSession = identitySchema.table(
  'staff_session',
  {
    id: uuid('id').primaryKey().$defaultFn(newId),
    tokenHash: bytes('token_hash').notNull().unique(),
    staffId: idOf('staff_id', () => staffAccount.id),
    idleSeconds: integer('idle_seconds').notNull(),
    createdAt: moment('created_at').notNull(),
    lastSeenAt: moment('last_seen_at').notNull(),
    /** When a second factor was last shown; sensitive acts want it fresh. */
    provedAt: moment('proved_at').notNull(),
    expiresAt: moment('expires_at').notNull(),
    endedAt: moment('ended_at'),
    ip: text('ip'),
    /** Browser and system in words, e.g. `Firefox on macOS`. */
    device: text('device').notNull(),
    /** How it was signed in; null for sessions of the build before. */
    signedInBy: text('signed_in_by', { enum: ['password', 'passkey', 'provider'] }),
  },
  (t) => [index('staff_session_staff_idx').on(t.staffId)],
);

/** Which account at the provider opens which account here. Made by its owner, who was signed in with two factors. */
export const staffProviderLink = identitySchema.table(
  'staff_provider_link',
  {
    id: uuid('id').primaryKey().$defaultFn(newId),
    staffId: idOf('staff_id', () => staffAccount.id),
    issuer: text('issuer').notNull(),
    /** Of this issuer; opaque, never another person's. */
    subject: text('subject').notNull(),
    createdAt: moment('created_at').notNull(),
    lastUsedAt: moment('last_used_at'),
  },
  (t) => [
    uniqueIndex('staff_provider_link_subject_idx').on(t.issuer, t.subject),
    uniqueIndex('staff_provider_link_staff_idx').on(t.staffId, t.issuer),
  ],
);

/**
 * Rounds to the provider that were begun; each is good once, for ten minutes. State, nonce and verifier are nowhere: they
 * follow from the token in the browser's cookie.
 */
export const staffProviderRound = identitySchema.table(
  'staff_provider_round',
  {
    /** sha-256 of the token. */
    tokenHash: bytes('token_hash').primaryKey(),
    purpose: text('purpose', { enum: ['sign-in', 'trial', 'link'] }).notNull(),
    /** Whose session began it; null for a sign-in. */
    sessionId: uuid('session_id'),
    createdAt: moment('created_at').notNull(),
    expiresAt: moment('expires_at').notNull(),
    usedAt: moment('used_at'),
  },
  (t) => [
    check(
      'staff_provider_round_session',
      sql`(${t.purpose} = 'sign-in') = (${t.sessionId} is null)`,
    ),
  ],
);
