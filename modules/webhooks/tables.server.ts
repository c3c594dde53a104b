import { sql } from 'drizzle-orm';
import {
  bigint,
  check,
  customType,
  index,
  integer,
  jsonb,
  pgSchema,
  smallint,
  text,
  uuid,
} from 'drizzle-orm/pg-core';
import { cursorMoment, moment } from '#platform/base/columns.server';
import {
  type CarriedId,
  deliveryStates,
  endpointStates,
  offReasons,
  type PublicEventName,
  receiverKinds,
  tryFailures,
} from './values';

export const webhooksSchema = pgSchema('webhooks');

const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' });

/** Where the courier delivers to: an endpoint of a clinic. The courier reads it and changes nothing of it. */
export const receiver = webhooksSchema.table(
  'receiver',
  {
    id: uuid('id').primaryKey(),
    kind: text('kind', { enum: receiverKinds }).notNull(),
    clinicId: uuid('clinic_id').notNull(),
    /** https, on 443; its name is resolved when it is dialled. */
    url: text('url').notNull(),
    /** Public names of events. */
    events: text('events').array().$type<PublicEventName[]>().notNull(),
    state: text('state', { enum: endpointStates }).notNull(),
    offBecause: text('off_because', { enum: offReasons }),
    /** What deliveries are signed with, under a key of COURIER_CIPHER_KEYS, bound to the id. */
    secretCipher: bytes('secret_cipher').notNull(),
    /** Signs beside it until then, once it was replaced. */
    previousCipher: bytes('previous_cipher'),
    previousUntil: moment('previous_until'),
    createdAt: cursorMoment('created_at').notNull(),
    /** When it was last switched on: what failed before does not switch it off again. */
    onSince: moment('on_since').notNull(),
  },
  (t) => [
    index('receiver_clinic_idx').on(t.clinicId, t.createdAt, t.id),
    index('receiver_previous_idx')
      .on(t.previousUntil)
      .where(sql`previous_until is not null`),
    check('receiver_off', sql`(${t.state} = 'off') = (${t.offBecause} is not null)`),
    check('receiver_previous', sql`(${t.previousCipher} is null) = (${t.previousUntil} is null)`),
    check('receiver_url', sql`${t.url} like 'https://%' and char_length(${t.url}) <= 500`),
  ],
);

/**
 * What is to be delivered: written in the transaction of its event, read and marked by the courier. No foreign key: an
 * endpoint that is removed meanwhile must not undo an event; what is left of it is removed with what is old.
 */
export const delivery = webhooksSchema.table(
  'delivery',
  {
    /** `webhook-id`, the same at each try. */
    id: uuid('id').primaryKey(),
    /** The order in which deliveries of one thing go to one receiver. */
    seq: bigint('seq', { mode: 'number' }).generatedAlwaysAsIdentity().notNull(),
    receiverId: uuid('receiver_id').notNull(),
    clinicId: uuid('clinic_id').notNull(),
    /** Public name of the event. */
    type: text('type').$type<PublicEventName>().notNull(),
    /** What it is about: the first of its ids. */
    thing: uuid('thing').notNull(),
    ids: jsonb('ids').$type<Partial<Record<CarriedId, string>>>().notNull(),
    happenedAt: moment('happened_at').notNull(),
    state: text('state', { enum: deliveryStates }).notNull(),
    /** Begun, whether or not their end is known. */
    tries: integer('tries').notNull(),
    dueAt: moment('due_at').notNull(),
    /** Of the try under way, which alone may mark it. */
    claim: uuid('claim'),
    claimedUntil: moment('claimed_until'),
    endedAt: moment('ended_at'),
  },
  (t) => [
    index('delivery_due_idx')
      .on(t.receiverId, t.dueAt, t.seq)
      .where(sql`state = 'waiting'`),
    index('delivery_thing_idx')
      .on(t.receiverId, t.thing, t.seq)
      .where(sql`state = 'waiting'`),
    index('delivery_claimed_idx')
      .on(t.receiverId)
      .where(sql`claim is not null`),
    // How far behind the courier is.
    index('delivery_oldest_idx')
      .on(t.dueAt)
      .where(sql`state = 'waiting'`),
    index('delivery_failed_idx')
      .on(t.endedAt)
      .where(sql`state = 'failed'`),
    index('delivery_ended_idx')
      .on(t.endedAt, t.id)
      .where(sql`ended_at is not null`),
    index('delivery_clinic_idx').on(t.clinicId, t.id),
    check('delivery_ended', sql`(${t.state} = 'waiting') = (${t.endedAt} is null)`),
    check('delivery_claim', sql`(${t.claim} is null) = (${t.claimedUntil} is null)`),
  ],
);

/** One try of a delivery, added by the courier. */
export const attempt = webhooksSchema.table(
  'attempt',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    deliveryId: uuid('delivery_id').notNull(),
    clinicId: uuid('clinic_id').notNull(),
    at: cursorMoment('at').notNull(),
    /** HTTP status of the answer; null where there was none. */
    status: smallint('status'),
    failure: text('failure', { enum: tryFailures }),
    /** Milliseconds. */
    took: integer('took').notNull(),
  },
  (t) => [
    index('attempt_clinic_idx').on(t.clinicId, t.id),
    index('attempt_at_idx').on(t.at),
    check('attempt_end', sql`num_nonnulls(${t.status}, ${t.failure}) = 1`),
  ],
);
