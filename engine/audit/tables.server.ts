import {
  bigint,
  bigserial,
  check,
  index,
  jsonb,
  primaryKey,
  smallint,
  text,
} from 'drizzle-orm/pg-core';
import { moment } from '#platform/base/columns.server';
import { sql } from 'drizzle-orm';
import { platformSchema } from '#platform/database/schema';

/**
 * Who did what to what, and how it ended. Append-only: a trigger refuses update, truncate, and delete for six years.
 * Holds ids, never contact or health data.
 */
export const auditEntry = platformSchema.table(
  'audit_entry',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    at: moment('at').notNull(),
    actor: text('actor').notNull(),
    action: text('action').notNull(),
    objectType: text('object_type'),
    objectId: text('object_id'),
    outcome: text('outcome', { enum: ['ok', 'refused', 'failed'] }).notNull(),
    ip: text('ip'),
    requestId: text('request_id').notNull(),
    facts: jsonb('facts').notNull().default({}),
  },
  (t) => [
    index('audit_entry_object_idx').on(t.objectId),
    index('audit_entry_at_idx').on(t.at, t.id),
    index('audit_entry_actor_idx').on(t.actor, t.at, t.id),
    index('audit_entry_action_idx').on(t.action, t.at, t.id),
    index('audit_entry_type_idx').on(t.objectType, t.at, t.id),
    index('audit_entry_refused_idx')
      .on(t.at, t.id)
      .where(sql`outcome = 'refused'`),
    index('audit_entry_actor_refused_idx')
      .on(t.actor, t.at, t.id)
      .where(sql`outcome = 'refused'`),
    index('audit_entry_failed_idx')
      .on(t.at, t.id)
      .where(sql`outcome = 'failed'`),
    index('audit_entry_actor_failed_idx')
      .on(t.actor, t.at, t.id)
      .where(sql`outcome = 'failed'`),
    index('audit_entry_break_glass_idx')
      .on(t.at, t.id)
      .where(sql`facts @> '{"breakGlass": true}'::jsonb`),
  ],
);

/** In the words of the indexes that hold such entries only. */
export const isRefused = sql`${auditEntry.outcome} = 'refused'`;
export const isFailed = sql`${auditEntry.outcome} = 'failed'`;
export const isBreakGlass = sql`${auditEntry.facts} @> '{"breakGlass": true}'::jsonb`;

/**
 * The chains over the audit entries, each in the order of its commits: a hash covers the entry, the hash before it and
 * the end of another chain. A deferred trigger writes it at the end of the entry's transaction.
 */
export const auditLink = platformSchema.table(
  'audit_link',
  {
    /** Which of the sixteen. Entries go to the first that nobody is writing to: mostly 0. */
    chain: smallint('chain').notNull().default(0),
    seq: bigserial('seq', { mode: 'number' }).notNull(),
    entryId: bigint('entry_id', { mode: 'number' }).notNull().unique(),
    /** sha-256, hex. */
    hash: text('hash').notNull(),
    /** Number of the link of chain `seq % 16` that is hashed with it; null where there was none, or it is this chain. */
    beside: bigint('beside', { mode: 'number' }),
  },
  (t) => [
    primaryKey({ columns: [t.chain, t.seq] }),
    check('audit_link_chain', sql`${t.chain} between 0 and 15`),
  ],
);

/**
 * The reason that somebody typed for looking or deciding, apart from the entry of the log: free text may name a person and
 * must be erasable, which neither the append-only log nor its chain would allow. The entry holds its hash. A row can be
 * deleted, never changed: a trigger sees to that.
 */
export const auditReason = platformSchema.table(
  'audit_reason',
  {
    entryId: bigint('entry_id', { mode: 'number' })
      .primaryKey()
      .references(() => auditEntry.id),
    reason: text('reason').notNull(),
    /** Of the hash in the entry: random, and gone with the text. */
    salt: text('salt').notNull(),
  },
  (t) => [check('audit_reason_length', sql`char_length(${t.reason}) <= 2000`)],
);

/**
 * From where the log goes on: one row for each time that old entries were removed. Signed with a key that is neither here
 * nor with the product's processes. Append-only, and written by `platform.prune_audit` alone.
 */
export const auditAnchor = platformSchema.table('audit_anchor', {
  id: bigserial('id', { mode: 'number' }).primaryKey(),
  at: moment('at').notNull(),
  /** Nothing younger was removed. */
  olderThan: moment('older_than').notNull(),
  /** Of each chain the last link whose entry was removed, by then or before: `[{chain, seq, hash}]`. */
  ends: jsonb('ends').notNull(),
  /** HMAC-SHA-256, hex. */
  signature: text('signature').notNull(),
});
