import { bigint, customType, pgSchema, text } from 'drizzle-orm/pg-core';
import { moment } from '#platform/base/columns.server';

export const identitySchema = pgSchema('identity');

/** Raw bytes. */
export const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' });

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
